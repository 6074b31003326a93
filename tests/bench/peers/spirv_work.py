"""What a SPIR-V module asks of a GPU: its instructions, and the same weighted by how often loops run.

Both branches of a condition count. A loop runs as often as its bound says if that is a constant; else the bound is
traced to the block and member that it is computed from, whose names decide: `counts` maps a part of a name to a number.
A loop whose bound is neither counts once; their number is told.
"""

import re
import subprocess

FRAME = {"OpLabel", "OpVariable", "OpFunction", "OpFunctionParameter", "OpFunctionEnd", "OpLoopMerge", "OpSelectionMerge",
         "OpBranch", "OpUndef"}
COMPARISONS = {"OpSLessThan": 0, "OpULessThan": 0, "OpSLessThanEqual": 1, "OpULessThanEqual": 1}


class Instruction:
    def __init__(self, line):
        words = line.split()
        self.result = words[0] if len(words) > 2 and words[1] == "=" else None
        words = words[2:] if self.result else words
        self.op, self.operands = words[0], words[1:]

    def targets(self):
        """The blocks that may follow."""
        if self.op == "OpBranch":
            return self.operands
        if self.op == "OpBranchConditional":
            return self.operands[1:3]
        if self.op == "OpSwitch":
            return [word for word in self.operands[1:] if word.startswith("%")]
        return []


class Module:
    def __init__(self, path):
        text = subprocess.run(["spirv-dis", "--no-color", "--no-header", "--raw-id", path], capture_output=True,
                              text=True, check=True).stdout
        self.names = {}         # of members: (struct, index), of others: id
        self.made_by = {}       # the instruction of a result
        self.functions = {}     # id: {label: [instruction]}
        self.entry = None
        function = block = None
        for line in text.splitlines():
            found = re.match(r'\s*Op(Member)?Name (%\d+)(?: (\d+))? "(.*)"', line)
            if found:
                self.names[(found[2], int(found[3])) if found[1] else found[2]] = found[4]
                continue
            if not line.strip() or '"' in line:
                if "OpEntryPoint" in line:
                    self.entry = line.split()[2]
                continue
            instruction = Instruction(line)
            if instruction.result:
                self.made_by[instruction.result] = instruction
            if instruction.op == "OpFunction":
                function = self.functions.setdefault(instruction.result, {})
            elif instruction.op == "OpLabel":
                block = function.setdefault(instruction.result, [])
            elif function is not None and block is not None and instruction.op != "OpFunctionEnd":
                block.append(instruction)

    def count(self):
        """All instructions that compute something."""
        return sum(instruction.op not in FRAME for blocks in self.functions.values() for block in blocks.values()
                   for instruction in block)

    def samples(self):
        return sum(instruction.op.startswith("OpImageSample") for blocks in self.functions.values()
                   for block in blocks.values() for instruction in block)

    def constant(self, word):
        made = self.made_by.get(word)
        return int(made.operands[1]) if made and made.op == "OpConstant" and re.fullmatch(
            r"-?\d+", made.operands[1]) else None

    def member_names(self, word):
        """The names of the members and variables that a value is computed from."""
        left, seen, names = [word], set(), []
        while left:
            word = left.pop()
            made = self.made_by.get(word)
            if word in seen or made is None:
                continue
            seen.add(word)
            if made.op == "OpAccessChain":
                names.append(self.member_of_chain(made))
            elif made.op == "OpVariable":
                names.append(self.names.get(word, ""))
            elif made.op not in ("OpConstant", "OpLabel") and not made.op.startswith("OpType"):
                left += [operand for operand in made.operands[1:] if operand.startswith("%")]
        return names

    def member_of_chain(self, chain):
        variable = chain.operands[1]
        pointer = self.made_by[self.made_by[variable].operands[0]]
        index = self.constant(chain.operands[2])
        member = self.names.get((pointer.operands[1], index), "")
        return f"{self.names.get(variable, '')}.{member}"

    def runs_of(self, blocks, header, merge, inside, counts):
        """How often a loop runs, or None."""
        for label in inside:
            last = blocks[label][-1]
            if last.op != "OpBranchConditional" or merge not in last.operands[1:3]:
                continue
            test = self.made_by.get(last.operands[0])
            if test is None or test.op not in COMPARISONS:
                continue
            bound = self.constant(test.operands[2])
            if bound is not None:
                phi = self.made_by.get(test.operands[1])
                starts = [self.constant(word) for word in phi.operands[1::2]] if phi and phi.op == "OpPhi" else []
                start = next((value for value in starts if value is not None), 0)
                return max(bound - start + COMPARISONS[test.op], 0)
            for name in self.member_names(test.operands[2]):
                for part, number in counts.items():
                    if part in name.lower():
                        return number
        return None

    def loop_weights(self, blocks, counts):
        """The weight of each block, and the number of loops whose runs are not known."""
        weights, unknown = dict.fromkeys(blocks, 1), 0
        for header, block in blocks.items():
            merge = next((i.operands[0] for i in block if i.op == "OpLoopMerge"), None)
            if merge is None:
                continue
            inside, left = set(), [header]
            while left:
                label = left.pop()
                if label not in inside and label != merge:
                    inside.add(label)
                    left += blocks[label][-1].targets()
            runs = self.runs_of(blocks, header, merge, inside, counts)
            is_switch = not any(header in blocks[label][-1].targets() for label in inside)  # a loop that only breaks
            unknown += runs is None and not is_switch
            for label in inside:
                weights[label] *= 1 if runs is None else runs
        return weights, unknown

    def weighted(self, counts):
        """Instructions by how often loops run, and the number of loops of which that is not known."""
        totals, unknown = {}, 0
        weights_of = {}
        for function, blocks in self.functions.items():
            weights_of[function], more = self.loop_weights(blocks, counts)
            unknown += more
        order, left = [], [(self.entry, False)]  # callees first
        while left:
            function, is_done = left.pop()
            if is_done:
                order.append(function)
                continue
            left.append((function, True))
            left += [(i.operands[1], False) for block in self.functions[function].values() for i in block
                     if i.op == "OpFunctionCall"]
        for function in order:
            total = 0
            for label, block in self.functions[function].items():
                for instruction in block:
                    own = instruction.op not in FRAME
                    called = totals[instruction.operands[1]] if instruction.op == "OpFunctionCall" else 0
                    total += weights_of[function][label] * (own + called)
            totals[function] = total
        return totals[self.entry], unknown
