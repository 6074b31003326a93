// Generates pixel shaders with MaterialX's own generator, from npm's @needle-tools/materialx, and times it.
// usage: node materialx.mjs PACKAGE OUTPUT REPETITIONS [LIBRARIES] < DOCUMENTS
// Reads lines `document path <tab> element path` and prints one line of JSON per element: `ms` of a warm generation for
// Vulkan, and the files `vertex`, `complete` and `baked` in OUTPUT (every public uniform a constant with its value), with
// the `values` of uniforms as GLSL and the `images` by the uniform that samples them, or `error`. No `ms` without REPETITIONS; then
// all surfaces write their alpha.
// The first line has `library_ms`.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadMaterialx } from './load_materialx.mjs';

const [folder, output, repetitions] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const mx = await loadMaterialx(folder, process.argv[5]);

const message = (error) =>
  (error?.excPtr || typeof error === 'number' ? mx.getExceptionMessage(error)[1] : String(error?.message ?? error));

function contextOf(generator, library) {
  const context = new mx.GenContext(generator);
  mx.loadStandardLibraries(context);  // also tells the context where sources lie
  const options = context.getOptions();
  options.shaderInterfaceType = mx.ShaderInterfaceType.SHADER_INTERFACE_COMPLETE;
  options.hwSpecularEnvironmentMethod = mx.HwSpecularEnvironmentMethod.SPECULAR_ENVIRONMENT_FIS;
  options.hwDirectionalAlbedoMethod = mx.HwDirectionalAlbedoMethod.DIRECTIONAL_ALBEDO_ANALYTIC;
  options.hwSrgbEncodeOutput = false;
  const lights = mx.createDocument();
  lights.setDataLibrary(library);
  let id = 1;
  for (const kind of ['directional_light', 'point_light', 'spot_light']) {
    const node = lights.addChildOfCategory(kind, kind);
    node.setType('lightshader');
    mx.HwShaderGenerator.bindLightShader(node.getNodeDef(), id++, context);
  }
  options.hwMaxActiveLightSources = 2;
  return context;
}

/// Values of uniforms for which MaterialX writes none.
const zeros = {
  surfaceshader: 'surfaceshader(vec3(0.0), vec3(0.0))',
  volumeshader: 'volumeshader(vec3(0.0), vec3(0.0))',
  displacementshader: 'displacementshader(vec3(0.0), 1.0)',
  lightshader: 'lightshader(vec3(0.0), vec3(0.0))',
  BSDF: 'BSDF(vec3(0.0), vec3(1.0))',
  EDF: 'vec3(0.0)',
};

/// The values of uniforms by name: the generator of plain GLSL writes them.
const valuesOf = (plain) =>
  Object.fromEntries([...plain.matchAll(/^uniform \w+ (\w+) = (.*);$/gm)].map(([, name, value]) => [name, value]));

/// The text with public uniforms as constants.
function baked(vulkan, values) {
  return vulkan.replace(/^layout \(std140, binding=\d+\) uniform PublicUniforms_pixel\n\{\n([^}]*)\};$/m, (_, members) =>
    members.replace(/^\s*(\w+) (\w+);$/gm, (member, type, name) => `const ${type} ${name} = ${values[name] ?? zeros[type] ?? `${type}(0)`};`));
}

const generators = { vulkan: mx.VkShaderGenerator.create(), plain: mx.GlslShaderGenerator.create() };
let begin = performance.now();
const library = mx.loadStandardLibraries(new mx.GenContext(generators.vulkan));
console.log(JSON.stringify({ library_ms: performance.now() - begin }));
const contexts = {
  vulkan: contextOf(generators.vulkan, library),
  plain: contextOf(generators.plain, library),
};

const documents = new Map();
async function documentOf(path) {
  if (!documents.has(path)) {
    const document = mx.createDocument();
    document.setDataLibrary(library);
    await mx.readFromXmlFile(document, basename(path), dirname(path));
    documents.set(path, document);
  }
  return documents.get(path);
}

/// The names of files that uniforms state.
function imagesOf(shader) {
  const images = {};
  for (const block of Object.values(shader.getStage('pixel').getUniformBlocks())) {
    for (let i = 0; i < block.size(); i++) {
      const uniform = block.get(i);
      if (uniform.getType().getName() === 'filename') {
        images[uniform.getVariable()] = uniform.getValue()?.getValueString() ?? '';
      }
    }
  }
  return images;
}

/// The text with an environment of no light, if it calls one that it does not have: the generator adds the library of hair to
/// nodes that are no closures, without the environment that it reads.
function withEnvironment(text) {
  if (!text.includes('mx_environment_radiance(N') || text.includes('vec3 mx_environment_radiance(vec3')) {
    return text;
  }
  return text.replace(/struct FresnelData\s*\{[^}]*\};/, `$&
vec3 mx_environment_radiance(vec3 n, vec3 v, vec3 x, vec2 alpha, int distribution, FresnelData fresnel) { return vec3(0.0); }`);
}

function generate(kind, element) {
  const shader = generators[kind].generate(element.getName(), element, contexts[kind]);
  const texts = {
    pixel: withEnvironment(shader.getSourceCode('pixel')),
    vertex: shader.getSourceCode('vertex'),
    images: imagesOf(shader),
  };
  shader.delete();
  return texts;
}

let number = 0;
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [path, name] = line.split('\t');
  try {
    const element = (await documentOf(path)).getDescendant(name);
    for (const context of Object.values(contexts)) {
      context.getOptions().hwTransparency = !repetitions || mx.isTransparentSurface(element, 'genglsl');
    }
    const complete = generate('vulkan', element);
    const times = [];
    for (let i = 0; i < repetitions; i++) {
      begin = performance.now();
      generate('vulkan', element);
      times.push(performance.now() - begin);
    }
    const values = valuesOf(generate('plain', element).pixel);
    const texts = { vertex: complete.vertex, complete: complete.pixel, baked: baked(complete.pixel, values) };
    const files = {};
    for (const [kind, text] of Object.entries(texts)) {
      files[kind] = join(output, `${number}.${kind}.${kind === 'vertex' ? 'vert' : 'frag'}`);
      writeFileSync(files[kind], text);
    }
    const ms = times.sort((a, b) => a - b)[times.length >> 1];
    console.log(JSON.stringify({ path, name, ms, is_lit: complete.pixel.includes('u_envRadiance;'), ...files, values,
      images: complete.images }));
  } catch (error) {
    console.log(JSON.stringify({ path, name, error: message(error).split('\n')[0] }));
  }
  number++;
}
