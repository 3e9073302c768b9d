import { HOSTILE_SHAPES } from '../hostile/shapes.ts';
import { timeShape } from '../hostile/shapeWorker.ts';
import { rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { measureSideBySide } from './sideBySide.ts';

const ROUNDS = 5;

/** How much longer each worst-case input takes at four times the size: about 4 if linear, 16 if quadratic. */
export async function benchGrowth(grep: RegExp): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const { name, size } of HOSTILE_SHAPES.filter((shape) => grep.test(shape.name))) {
    const { quarter, whole } = await measureSideBySide(ROUNDS, {
      quarter: () => timeShape(name, size / 4),
      whole: () => timeShape(name, size),
    });
    const value = rounded(whole / quarter);
    results.push({ name: `${name}, four times as large`, value, unit: 'times its time', goal: { atMost: 6 } });
  }
  return results;
}
