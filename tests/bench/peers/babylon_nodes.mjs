// Times Babylon's node material, blocks to GLSL, without a GPU (NullEngine). Prints one line of JSON per shape and size;
// --print prints a shader of ten nodes.

import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { NodeMaterial } from '@babylonjs/core/Materials/Node/nodeMaterial.js';
import '@babylonjs/core/Materials/Node/Blocks/index.js';
import { InputBlock } from '@babylonjs/core/Materials/Node/Blocks/Input/inputBlock.js';
import { AddBlock } from '@babylonjs/core/Materials/Node/Blocks/addBlock.js';
import { MultiplyBlock } from '@babylonjs/core/Materials/Node/Blocks/multiplyBlock.js';
import { TransformBlock } from '@babylonjs/core/Materials/Node/Blocks/transformBlock.js';
import { VertexOutputBlock } from '@babylonjs/core/Materials/Node/Blocks/Vertex/vertexOutputBlock.js';
import { FragmentOutputBlock } from '@babylonjs/core/Materials/Node/Blocks/Fragment/fragmentOutputBlock.js';
import { VectorSplitterBlock } from '@babylonjs/core/Materials/Node/Blocks/vectorSplitterBlock.js';
import { VectorMergerBlock } from '@babylonjs/core/Materials/Node/Blocks/vectorMergerBlock.js';
import { NodeMaterialSystemValues } from '@babylonjs/core/Materials/Node/Enums/nodeMaterialSystemValues.js';
import { measure, shapes, sizes } from './shapes.mjs';

const scene = new Scene(new NullEngine());
let number = 0;

const binary = (Block) => (a, b) => {
  const block = new Block(`b${number++}`);
  a.connectTo(block.left);
  b.connectTo(block.right);
  return block.output;
};
const operations = {
  input() {
    const uv = new InputBlock('uv');
    uv.setAsAttribute('uv');
    const split = new VectorSplitterBlock('split');
    uv.output.connectTo(split.xyIn);
    return split.x;
  },
  parameter() {
    const input = new InputBlock(`p${number++}`);
    input.value = 0.5;
    return input.output;
  },
  add: binary(AddBlock),
  multiply: binary(MultiplyBlock),
};

function material(shape, n) {
  number = 0;
  const made = new NodeMaterial('m', scene);
  const position = new InputBlock('position');
  position.setAsAttribute('position');
  const matrix = new InputBlock('matrix');
  matrix.setAsSystemValue(NodeMaterialSystemValues.WorldViewProjection);
  const transform = new TransformBlock('transform');
  position.output.connectTo(transform.vector);
  matrix.output.connectTo(transform.transform);
  const vertex = new VertexOutputBlock('vertex');
  transform.output.connectTo(vertex.vector);
  const value = shapes[shape](n, operations);
  const merge = new VectorMergerBlock('merge');
  for (const port of ['x', 'y', 'z']) value.connectTo(merge[port]);
  const fragment = new FragmentOutputBlock('fragment');
  merge.xyzOut.connectTo(fragment.rgb);
  made.addOutputNode(vertex);
  made.addOutputNode(fragment);
  return made;
}

/** A build ends later than build(). */
function built(made) {
  return new Promise((resolve) => {
    made.onBuildObservable.addOnce(() => resolve(made));
    made.build();
  });
}

if (process.argv.includes('--print')) {
  const made = await built(material('chain', 10));
  console.log(made.compiledShaders);
} else {
  for (const shape of Object.keys(shapes)) {
    for (const size of sizes) {
      if (shape === 'diamond' && size > 20) {  // its time doubles with each node
        console.log(JSON.stringify({ system: 'Babylon.js', shape, size, ms: null, characters: 0 }));
        continue;
      }
      const made = await built(material(shape, size));
      const ms = await measure(() => built(made));
      console.log(JSON.stringify(
          { system: 'Babylon.js', shape, size, ms, characters: made.compiledShaders.length }));
    }
  }
}
process.exit(0);
