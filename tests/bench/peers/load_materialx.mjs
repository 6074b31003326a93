// MaterialX as WebAssembly, from npm's @needle-tools/materialx.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/// What generators of newer versions write, or have as a type, where the package's generator knows none.
const tokens = {
  $closureDataConstructor: 'ClosureData(closureType, L, V, N, P, occlusion)',
  AIRY_FRESNEL_ITERATIONS: '2',
  'VDF vdf': 'BSDF vdf',
  'VDF base': 'BSDF base',
};

function withoutTokens(path) {
  const data = readFileSync(path);
  const text = path.endsWith('.glsl') ? data.toString() : '';
  return Object.keys(tokens).some((token) => text.includes(token))
    ? Buffer.from(Object.entries(tokens).reduce((result, [token, value]) => result.replaceAll(token, value), text))
    : data;
}

/// Puts the files of a folder `libraries` of MaterialX into the module's file system, in the place of its own.
function replaceLibraries(mx, folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      const inside = join('/libraries', path.slice(join(folder, '/').length));
      try {
        mx.FS_unlink(inside);
      } catch {
        // A newer version has more files.
      }
      mx.FS_createPath('/', dirname(inside), true, true);
      mx.FS_createDataFile(dirname(inside), entry.name, withoutTokens(path), true, true, true);
    }
  }
}

/// The module of the package in `folder`, with the definitions and the GLSL in the folder `libraries`, if one is given.
export async function loadMaterialx(folder, libraries) {
  const bin = join(folder, 'bin');
  // The package's loader expects a browser or CommonJS.
  globalThis.require = createRequire(import.meta.url);
  globalThis.__filename = join(bin, 'JsMaterialXGenShader.js');
  globalThis.__dirname = bin;
  const { default: load } = await import(pathToFileURL(globalThis.__filename));
  const mx = await load({
    locateFile: (name) => join(bin, name.endsWith('.data') ? 'JsMaterialXGenShader.data.txt' : basename(name)),
  });
  if (libraries) {
    replaceLibraries(mx, libraries);
  }
  return mx;
}
