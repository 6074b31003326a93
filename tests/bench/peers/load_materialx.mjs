// MaterialX as WebAssembly, from npm's @needle-tools/materialx.

import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/// The module of the package in `folder`.
export async function loadMaterialx(folder) {
  const bin = join(folder, 'bin');
  // The package's loader expects a browser or CommonJS.
  globalThis.require = createRequire(import.meta.url);
  globalThis.__filename = join(bin, 'JsMaterialXGenShader.js');
  globalThis.__dirname = bin;
  const { default: load } = await import(pathToFileURL(globalThis.__filename));
  return load({
    locateFile: (name) => join(bin, name.endsWith('.data') ? 'JsMaterialXGenShader.data.txt' : basename(name)),
  });
}
