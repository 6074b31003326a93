// Prints the lines of all programs as one table: a row per shape and size, a column per system.

import { readFileSync } from 'node:fs';

const lines = readFileSync(0, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const systems = [...new Set(lines.map((line) => line.system))];
const rows = [...new Set(lines.map((line) => `${line.shape} ${line.size}`))];
const cell = (row, system) => {
  const found = lines.find((line) => line.system === system && `${line.shape} ${line.size}` === row);
  return found && found.ms !== null ? found.ms.toPrecision(3) : '–';
};
console.log(`| ms | ${systems.join(' | ')} |`);
console.log(`|---|${'---:|'.repeat(systems.length)}`);
for (const row of rows) {
  console.log(`| ${row} | ${systems.map((system) => cell(row, system)).join(' | ')} |`);
}
