import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../eventually.ts';
import type { Task } from '../../vscode/taskPool.ts';
import { runTasks } from '../../vscode/taskPool.ts';

describe('Programs that run side by side', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tasks-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string): string => JSON.stringify(join(folder, name));

  /** A program that runs until the file appears. */
  function waitsFor(name: string): string {
    return `const { existsSync } = require('fs'); const t = setInterval(() => existsSync(${file(name)}) && clearInterval(t), 20);`;
  }

  function writes(name: string, text = ''): string {
    return `require('fs').writeFileSync(${file(name)}, ${JSON.stringify(text)});`;
  }

  function node(name: string, script: string, after: readonly string[] = []): Task {
    return { name, after, command: [process.execPath, '-e', script] };
  }

  it('are as many at a time as there are slots', async () => {
    // The first two wait for each other, so they end only side by side. The third fails if it starts before one of them has ended.
    const hasEnded = `require('fs').existsSync(${file('one ended')}) || require('fs').existsSync(${file('two ended')})`;
    const tasks = [
      node('one', `${writes('one')} ${waitsFor('two')} process.once('exit', () => { ${writes('one ended')} })`),
      node('two', `${writes('two')} ${waitsFor('one')} process.once('exit', () => { ${writes('two ended')} })`),
      node('three', `process.exitCode = ${hasEnded} ? 0 : 1`),
    ];
    const ends = await runTasks(tasks, { slots: 2 });
    assert.deepEqual(
      [...ends.values()].map(({ hasEndedWell }) => hasEndedWell),
      [true, true, true],
    );
  });

  it('run one after the other in a single slot, in their order', async () => {
    const append = (text: string): string => `require('fs').appendFileSync(${file('order')}, '${text}');`;
    const tasks = ['a', 'b', 'c'].map((name) => node(name, append(name) + `setTimeout(() => { ${append('.')} }, 50)`));
    await runTasks(tasks, { slots: 1 });
    assert.equal(readFileSync(join(folder, 'order'), 'utf8'), 'a.b.c.');
  });

  it('wait for those that they need, while others run', async () => {
    const ended: string[] = [];
    const tasks = [node('first', waitsFor('go')), node('second', '', ['first']), node('independent', writes('go'))];
    await runTasks(tasks, { slots: 2, onEnd: ({ name }) => ended.push(name) });
    assert.deepEqual(ended.sort(), ['first', 'independent', 'second']);
    assert.ok(ended.indexOf('second') === ended.length - 1);
  });

  it('are not started if what they need failed, and have then failed too', async () => {
    const tasks = [
      node('broken', 'process.exit(3)'),
      node('needs it', writes('started'), ['broken']),
      node('needs that', writes('started'), ['needs it']),
      node('other', ''),
    ];
    const ends = await runTasks(tasks, { slots: 2 });
    const byName = Object.fromEntries([...ends].map(([{ name }, end]) => [name, end]));
    assert.equal(byName['broken']?.hasEndedWell, false);
    assert.equal(byName['needs it']?.hasEndedWell, false);
    assert.match(byName['needs it'].output, /Not started: broken failed/);
    assert.equal(byName['needs that']?.hasEndedWell, false);
    assert.equal(byName['other']?.hasEndedWell, true);
    assert.ok(!existsSync(join(folder, 'started')));
  });

  it('have failed if they could not be started or were killed', async () => {
    const tasks: Task[] = [
      { name: 'missing', command: [join(folder, 'no-such-program')] },
      node('killed', "process.kill(process.pid, 'SIGKILL')"),
    ];
    const ends = await runTasks(tasks, { slots: 2 });
    assert.deepEqual(
      [...ends.values()].map(({ hasEndedWell }) => hasEndedWell),
      [false, false],
    );
    assert.match([...ends.values()][0]?.output ?? '', /ENOENT/);
  });

  it('keep their output together, that of errors included', async () => {
    const talks = (name: string): string =>
      `let n = 0; const t = setInterval(() => { console[n % 2 ? 'error' : 'log']('${name}' + n++); n === 6 && clearInterval(t) }, 5)`;
    const ends = await runTasks([node('x', talks('x')), node('y', talks('y'))], { slots: 2 });
    for (const [{ name }, { output }] of ends) {
      assert.deepEqual(
        output.trim().split('\n').sort(),
        [0, 1, 2, 3, 4, 5].map((index) => `${name}${index}`),
      );
    }
  });

  it('refuse to wait for each other', async () => {
    const tasks = [node('one', '', ['two']), node('two', '', ['one'])];
    await assert.rejects(runTasks(tasks, { slots: 2 }), /one, two/);
  });

  it('are ended with the processes that they started when interrupted, and no more are started', async () => {
    const interruption = new AbortController();
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
    const tasks = [
      node('runs', `require('fs').writeFileSync(${file('pid')}, String(${child}.pid)); setInterval(() => {}, 1000)`),
      node('next', writes('started')),
    ];
    const ended = runTasks(tasks, { slots: 1, signal: interruption.signal });
    const pid = Number(
      await eventually(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8'), 'It runs'),
    );
    interruption.abort();
    const ends = await ended;
    assert.deepEqual(
      [...ends].map(([{ name }, { hasEndedWell }]) => [name, hasEndedWell]),
      [['runs', false]],
    );
    assert.ok(!existsSync(join(folder, 'started')));
    await eventually(() => !isAlive(pid), 'The process that it started has ended');
  });

  it('end well before a run that is interrupted more than once, as npm passes Ctrl+C on in addition to the terminal', async () => {
    const program = `const { existsSync } = require('fs');
      const tidy = () => { ${writes('tidied')} process.exit(1); };
      process.on('SIGINT', () => { setInterval(() => existsSync(${file('interrupted again')}) && tidy(), 20); ${writes('interrupted')} });
      setInterval(() => {}, 1000);
      // Last: the test interrupts it as soon as the file exists.
      ${writes('started')}`;
    const suite = { name: 'slow to end', counts: 'check', command: [process.execPath, '-e', program] };
    const suites = pathToFileURL('test/vscode/suites.ts').href;
    const script = `const { runSuites } = await import(${JSON.stringify(suites)}); await runSuites(${JSON.stringify([suite])});`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    run.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const closed = once(run, 'close');
    await eventually(() => existsSync(join(folder, 'started')), 'It runs');
    run.kill('SIGINT');
    await eventually(() => existsSync(join(folder, 'interrupted')), 'It is interrupted');
    run.kill('SIGINT');
    writeFileSync(join(folder, 'interrupted again'), '');
    assert.deepEqual(await closed, [1, null]);
    assert.ok(existsSync(join(folder, 'tidied')));
    assert.match(output, /Interrupted: not all tests were run\.\n0 passed, 1 failed\n$/);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
