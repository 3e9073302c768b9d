import { useStage } from '../useStage.ts';

describe('The demo', () => {
  const stage = useStage();

  it('is another one in each window, completes the first step, and ends with the window', async () => {
    const first = await stage().openWindow();
    await first.runCommand('Data Connections: Try It Without an Account');
    await first.connections.row('FX Rates').waitFor();
    const second = await stage().openWindowBeside(first);
    await second.showViews();
    await second.connections.welcome.getByRole('button', { name: /^Sign In/ }).waitFor();
    await second.runCommand('Data Connections: Try It Without an Account');
    await second.connections.row('FX Rates').waitFor();
    await first.reload();
    await first.connections.welcome.getByRole('button', { name: /^Sign In/ }).waitFor();
    await second.connections.act('FX Rates', 'Start Sync');
    await second.jobs.rowSaying(/^FX Rates/).waitFor();
    // The walkthrough is loaded when it is opened, and the window is signed in already.
    await second.runCommand('Data Connections: Get Started');
    await second.walkthrough.done('signIn').waitFor();
  });
});
