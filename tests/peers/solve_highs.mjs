// Solves a mixed-integer program with HiGHS: node solve_highs.mjs MODEL.mps SECONDS
// Prints {"optimal", "objective", "seconds"}; the seconds are those of the solver alone.
import { readFileSync } from "node:fs";
import loadHighs from "highs";

const [path, seconds] = process.argv.slice(2);
const highs = await loadHighs();
const result = highs.withModel({ format: "mps", data: readFileSync(path) }, (model) => {
  model.options.set({ output_flag: false, time_limit: Number(seconds), mip_rel_gap: 0, mip_abs_gap: 0.999 });
  const start = performance.now();
  model.run();
  return {
    optimal: model.getModelStatus() === highs.constants.modelStatus.optimal,
    objective: model.getObjectiveValue(),
    seconds: (performance.now() - start) / 1000,
  };
});
process.stdout.write(`${JSON.stringify(result)}\n`);
