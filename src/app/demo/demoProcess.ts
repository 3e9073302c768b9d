import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { parseJson, isObject } from '../../base/json.ts';
import type { Disposable } from '../../base/disposable.ts';

interface DemoProcessOptions {
  /** The runtime: Node, or an Electron that can act as Node. */
  readonly execPath: string;
  /** The file of the demo service. */
  readonly program: string;
  readonly workspaceName: string;
  readonly environment: NodeJS.ProcessEnv;
  /** How long the service may take to start. */
  readonly timeoutMs: number;
}

/** A running demo service, which ends at the latest with this process. */
export interface DemoProcess extends Disposable {
  readonly baseUrl: string;
  /** Valid for this process of the service only. */
  readonly apiKey: string;
  /** Resolves when the service has ended for another reason than `dispose`. */
  readonly ended: Promise<void>;
}

const MAX_ERROR_LENGTH = 2000;

/** Starts the demo service on a free port of the loopback address. Rejects if it is not ready in time. */
export async function startDemoProcess(options: DemoProcessOptions): Promise<DemoProcess> {
  const { execPath, program, workspaceName, environment, timeoutMs } = options;
  const child = spawn(execPath, [program, workspaceName], {
    env: childEnvironment(environment),
    // The service ends when its standard input closes, even if this process is killed.
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let isDisposed = false;
  const dispose = (): void => {
    isDisposed = true;
    child.stdin.destroy();
    child.kill();
  };
  try {
    const address = await readyLine(child, timeoutMs);
    return {
      ...address,
      ended: new Promise((resolve) => child.once('exit', () => !isDisposed && resolve())),
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

/**
 * Nothing that makes Node or the editor behave differently. Otherwise the environment is inherited, because a runtime may need
 * it to find its libraries.
 */
function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !/^(?:ELECTRON|NODE|VSCODE)_/i.test(name));
  return { ...Object.fromEntries(inherited), ELECTRON_RUN_AS_NODE: '1' };
}

function readyLine(child: ChildProcess, timeoutMs: number): Promise<Pick<DemoProcess, 'apiKey' | 'baseUrl'>> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    const fail = (reason: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new Error(`The demo service ${reason} ${errors}`.trim(), { cause }));
    };
    const timer = setTimeout(() => fail('was not ready in time.'), timeoutMs);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_LENGTH);
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('\n')) {
        clearTimeout(timer);
        try {
          resolve(parseReadyLine(output));
        } catch (error) {
          fail('printed something unexpected.', error);
        }
      }
    });
    child.once('error', (error) => fail('could not be started.', error));
    child.once('exit', (code) => fail(`ended with code ${String(code)}.`));
    // Writing to a process that has ended is no error here.
    child.stdin?.on('error', () => undefined);
  });
}

function parseReadyLine(line: string): Pick<DemoProcess, 'apiKey' | 'baseUrl'> {
  const ready = parseJson(line);
  if (!isObject(ready) || typeof ready['baseUrl'] !== 'string' || typeof ready['apiKey'] !== 'string') {
    throw new Error('The address or the key is missing.');
  }
  return { baseUrl: ready['baseUrl'], apiKey: ready['apiKey'] };
}
