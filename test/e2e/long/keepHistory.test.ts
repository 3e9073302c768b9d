import { signOutTogether } from '../signOutTogether.ts';
import { useStage } from '../useStage.ts';

describe('Two windows of one account', function () {
  this.timeout(300_000);

  const stage = useStage();

  it('are signed out of it together, and a window that stores another key does not bring it back: Keep History', async () => {
    await signOutTogether(stage(), 'Keep History');
  });
});
