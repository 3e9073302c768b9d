const TRIES = 10;

/**
 * Repeats an action that VS Code may ignore until it succeeds, and throws its last error if it never does.
 * @param prepare called before the action is repeated.
 */
export async function withRetries(
  action: () => Promise<unknown>,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  for (let triesLeft = TRIES; ; triesLeft -= 1) {
    try {
      await action();
      return;
    } catch (error) {
      if (triesLeft === 0) {
        throw error;
      }
      await prepare();
    }
  }
}
