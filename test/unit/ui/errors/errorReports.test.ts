import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import { ErrorReports } from '../../../../src/ui/errors/errorReports.ts';

describe('A refused secret', () => {
  let told: unknown[];
  let reports: ErrorReports;

  beforeEach(() => {
    told = [];
    reports = new ErrorReports((error) => told.push(error));
  });

  function refusal(): ApiError {
    return new ApiError({ kind: 'unauthorized', problem: undefined });
  }

  it('is told once, as news and as what a command throws', () => {
    const news = refusal();
    reports.report(news);
    reports.report(new ApiError(news.failure));
    assert.deepEqual(told, [news]);
  });

  it('is told once where several requests of a command meet it', () => {
    const begunAt = performance.now();
    const news = refusal();
    reports.report(news);
    reports.report(refusal(), begunAt);
    assert.deepEqual(told, [news]);
  });

  it('is told again to a command that is run later', () => {
    reports.report(refusal());
    const again = refusal();
    reports.report(again, performance.now() + 1);
    assert.equal(told.at(-1), again);
    assert.equal(told.length, 2);
  });

  it('keeps no other error from being told', () => {
    const begunAt = performance.now();
    reports.report(refusal());
    for (const error of [new ApiError({ kind: 'redirected' }), new TypeError('a defect')]) {
      reports.report(error, begunAt);
      assert.equal(told.at(-1), error);
    }
  });

  it('whose action fails reports that failure, too', () => {
    const [first, failure] = [refusal(), new TypeError('a defect')];
    const { report } = new ErrorReports((error, reportAction) => {
      told.push(error);
      if (error !== failure) {
        reportAction(failure);
      }
    });
    report(first);
    assert.deepEqual(told, [first, failure]);
  });

  it('that cannot be shown is not reported again, since the log is closed after deactivation', () => {
    const { report } = new ErrorReports((error) => {
      told.push(error);
      throw new Error('Channel has been closed');
    });
    assert.throws(() => report(refusal()), /closed/);
    assert.equal(told.length, 1);
  });
});
