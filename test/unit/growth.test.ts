import assert from 'node:assert/strict';
import { GROWTH_FAMILIES, LINEAR_GROWTH, QUADRATIC, SORTING_GROWTH } from '../hostile/growthFamilies.ts';
import { ShapeWorker } from '../hostile/shapeWorker.ts';
import { SCALE } from '../scale.ts';

describe('The work on four times as much input', function () {
  this.timeout(SCALE > 1 ? 600_000 : 120_000);
  let worker: ShapeWorker;
  const figures: { readonly name: string; readonly isSorted: boolean; readonly growth: number }[] = [];

  before(() => (worker = new ShapeWorker('amount')));
  after(async () => {
    await worker.end();
    figures.sort((a, b) => b.growth - a.growth);
    for (const isSorted of [false, true]) {
      const [highest] = figures.filter((figure) => figure.isSorted === isSorted);
      console.log(
        `      ${isSorted ? 'Sorted' : 'Others'}: ${highest?.growth.toFixed(2)} times at most (${highest?.name})`,
      );
    }
  });

  async function growthOf(name: string, size: number): Promise<number> {
    const quarter = await worker.run(name, size / 4);
    return (await worker.run(name, size)) / quarter;
  }

  it('is found to be much more where it grows with the square', async () => {
    const growth = await growthOf(QUADRATIC.name, QUADRATIC.size);
    assert.ok(growth > SORTING_GROWTH + 1, `${growth.toFixed(2)} times`);
  });

  for (const { name, size, longSize, isSorted } of GROWTH_FAMILIES) {
    it(`is ${isSorted ? 'n log n at most' : 'four times as much at most'}: ${name}`, async () => {
      const growth = await growthOf(name, SCALE > 1 ? longSize : size);
      figures.push({ name, isSorted, growth });
      assert.ok(growth <= (isSorted ? SORTING_GROWTH : LINEAR_GROWTH), `${growth.toFixed(2)} times`);
    });
  }
});
