// Prints the definitions of MaterialX's nodes that its generator of GLSL has an implementation of, as a list in JSON.
// usage: node materialx_definitions.mjs PACKAGE [LIBRARIES]

import { loadMaterialx } from './load_materialx.mjs';

const mx = await loadMaterialx(process.argv[2], process.argv[3]);
const library = mx.loadStandardLibraries(new mx.GenContext(mx.VkShaderGenerator.create()));

/// The attributes of an input or output, without what is not stated.
function port(element) {
  const result = { name: element.getName(), type: element.getType() };
  for (const key of ['value', 'enum', 'enumvalues', 'uimin', 'uimax', 'uisoftmin', 'uisoftmax', 'defaultgeomprop']) {
    if (element.getAttribute(key)) {
      result[key] = element.getAttribute(key);
    }
  }
  return result;
}

const definitions = library.getNodeDefs().filter((definition) => definition.getImplementation('genglsl'));
console.log(JSON.stringify(definitions.map((definition) => ({
  name: definition.getName(),
  node: definition.getNodeString(),
  version: definition.getAttribute('version'),
  is_default: definition.getAttribute('isdefaultversion') === 'true' || !definition.getAttribute('version'),
  inputs: definition.getActiveInputs().map(port),
  outputs: definition.getActiveOutputs().map(port),
}))));
