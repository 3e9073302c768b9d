import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ApiError } from '../../../../src/api/apiError.ts';
import { ErrorReports } from '../../../../src/ui/errors/errorReports.ts';
import { FailedAction } from '../../../../src/ui/errors/failedAction.ts';

describe('A refused secret', () => {
  let shown: unknown[];
  let reports: ErrorReports;

  beforeEach(() => {
    shown = [];
    reports = new ErrorReports((error) => shown.push(error));
  });

  function refusal(): ApiError {
    return new ApiError({ kind: 'unauthorized', problem: undefined });
  }

  it('is reported once, as an event and as the error of a command', () => {
    const event = refusal();
    reports.report(event);
    reports.report(new ApiError(event.failure));
    assert.deepEqual(shown, [event]);
  });

  it('is reported once if several requests of a command fail with it', () => {
    const begunAt = performance.now();
    const event = refusal();
    reports.report(event);
    reports.report(refusal(), begunAt);
    assert.deepEqual(shown, [event]);
  });

  it('is reported again for a command that runs later', () => {
    reports.report(refusal());
    const again = refusal();
    reports.report(again, performance.now() + 1);
    assert.equal(shown.at(-1), again);
    assert.equal(shown.length, 2);
  });

  it('does not hide which action failed because of it', () => {
    const reasonsShown: boolean[] = [];
    const { report } = new ErrorReports((error, { isReasonShown }) => {
      shown.push(error);
      reasonsShown.push(isReasonShown);
    });
    const event = refusal();
    const failed = new FailedAction('The file was not uploaded.', new ApiError(event.failure));
    report(failed);
    report(event);
    report(failed);
    assert.deepEqual(shown, [failed, failed]);
    assert.deepEqual(reasonsShown, [false, true]);
  });

  describe('in an event that comes before the error of the command that caused it', () => {
    let clock: ReturnType<typeof FakeTimers.install>;
    beforeEach(() => (clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
    afterEach(() => clock.uninstall());

    it('is reported together with what failed', () => {
      const reasonsShown: boolean[] = [];
      reports = new ErrorReports((error, { isReasonShown }) => {
        shown.push(error);
        reasonsShown.push(isReasonShown);
      });
      const begunAt = performance.now();
      const cause = refusal();
      reports.reportRefusedSecret(cause.failure);
      clock.tick(100);
      const failed = new FailedAction('The file was not uploaded.', cause);
      reports.report(failed, begunAt);
      clock.tick(10_000);
      assert.deepEqual([shown, reasonsShown], [[failed], [false]]);
    });

    it('is reported if no command does, unless the window closes', () => {
      reports.reportRefusedSecret(refusal().failure);
      reports.reportRefusedSecret(refusal().failure);
      assert.deepEqual(shown, []);
      clock.tick(10_000);
      assert.equal(shown.length, 1);
      clock.tick(1);
      reports.reportRefusedSecret(refusal().failure);
      reports.dispose();
      clock.tick(10_000);
      assert.equal(shown.length, 1);
    });

    it('is not reported if a command that began before the event has reported it', () => {
      reports.report(refusal());
      reports.reportRefusedSecret(refusal().failure);
      clock.tick(10_000);
      assert.equal(shown.length, 1);
    });
  });

  it('does not prevent other errors from being reported', () => {
    const begunAt = performance.now();
    reports.report(refusal());
    for (const error of [new ApiError({ kind: 'redirected' }), new TypeError('a defect')]) {
      reports.report(error, begunAt);
      assert.equal(shown.at(-1), error);
    }
  });

  it('is followed by the error of the action that the user chose', () => {
    const [first, failure] = [refusal(), new TypeError('a defect')];
    const { report } = new ErrorReports((error, options) => {
      shown.push(error);
      if (error !== failure) {
        options.report(failure);
      }
    });
    report(first);
    assert.deepEqual(shown, [first, failure]);
  });

  it('is not reported again if showing it fails, as it does after deactivation, when the log is closed', () => {
    const { report } = new ErrorReports((error) => {
      shown.push(error);
      throw new Error('Channel has been closed');
    });
    assert.throws(() => report(refusal()), /closed/);
    assert.equal(shown.length, 1);
  });
});
