// Turns the JSON of weft_bench into the lines of the other programs.

import { readFileSync } from 'node:fs';

const { benchmarks } = JSON.parse(readFileSync(0, 'utf8'));
for (const { name, cpu_time: microseconds } of benchmarks) {
  const [, shape, size] = /^large\/(\w+)_printed\/(\d+)$/.exec(name);
  console.log(JSON.stringify({ system: 'Weft', shape, size: Number(size), ms: microseconds / 1000 }));
}
