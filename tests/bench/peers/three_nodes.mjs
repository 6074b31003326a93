// Times three.js's node builder, TSL to WGSL, without a GPU: the renderer is made and never initialized. Prints one line
// of JSON per shape and size; --print prints a shader of ten nodes.

import * as THREE from 'three/webgpu';
import { uniform, uv, vec4 } from 'three/tsl';
import { measure, shapes, sizes } from './shapes.mjs';

const operations = {
  input: () => uv().x,
  parameter: () => uniform(0.5),
  add: (a, b) => a.add(b),
  multiply: (a, b) => a.mul(b),
};

const canvas = { width: 1, height: 1, style: {}, addEventListener() {}, removeEventListener() {} };
const renderer = new THREE.WebGPURenderer({ canvas });
renderer._bindings = undefined;  // what init() would make: bindings shared by several objects
const camera = new THREE.PerspectiveCamera();
const scene = new THREE.Scene();

function mesh(shape, n) {
  const material = new THREE.MeshBasicNodeMaterial();
  material.fragmentNode = vec4(shapes[shape](n, operations));
  return new THREE.Mesh(new THREE.PlaneGeometry(), material);
}

function generate(object) {
  const builder = new THREE.WGSLNodeBuilder(object, renderer);
  builder.scene = scene;
  builder.camera = camera;
  builder.material = object.material;
  builder.build();
  return builder;
}

if (process.argv.includes('--print')) {
  console.log(generate(mesh('chain', 10)).fragmentShader);
} else {
  for (const shape of Object.keys(shapes)) {
    for (const size of sizes) {
      const object = mesh(shape, size);
      let text = '';
      const ms = await measure(() => { text = generate(object).fragmentShader; });
      console.log(JSON.stringify({ system: 'three.js', shape, size, ms, characters: text.length }));
    }
  }
}
process.exit(0);
