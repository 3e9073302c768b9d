import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { createControlServer } from './control.ts';
import { createPublicServer } from './publicServer.ts';
import { createService } from './service.ts';
import type { ServiceOptions } from './service.ts';
import type { Settings } from './settings.ts';

interface Ports {
  readonly port: number;
  readonly controlPort: number;
}

const USAGE = `Usage: npm run service -- [options]

  --port NUMBER                  the port of the service (default: any that is free)
  --control-port NUMBER          the port that controls it, for tests (default: any that is free)
  --seed demo|standard|empty     its connections at the start (default: demo)
  --time-rate NUMBER             how much faster than real time its time runs (default: 1)
  --validate                     validates every request and response against the contract
  --exit-with-stdin              exits when its standard input closes
  --help                         prints this text
`;

void run();

async function run(): Promise<void> {
  const commandLine = readCommandLine();
  if (typeof commandLine === 'number') {
    process.exitCode = commandLine;
    return;
  }
  const { options, exitWithStdin } = commandLine;
  const service = await startService(options);
  const { apiKey, accessToken, email } = service.settings;
  const { baseUrl, controlUrl } = service;
  process.stderr.write(
    `The local service runs at ${baseUrl}\n  API key       ${apiKey}\n  email        ${email}\n  control port  ${controlUrl}\n`,
  );
  process.stdout.write(`${JSON.stringify({ baseUrl, controlUrl, apiKey, accessToken, email })}\n`);

  let isStopping = false;
  const stop = () => {
    if (!isStopping) {
      isStopping = true;
      void service.stop().finally(() => process.exit());
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, stop);
  }
  if (exitWithStdin) {
    process.stdin.resume().once('end', stop).once('error', stop);
  }
}

/** Returns the exit code if the service is not to run: 0 after printing the usage, 2 if an option is invalid. */
function readCommandLine(): { options: ServiceOptions & Ports; exitWithStdin: boolean } | number {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        'control-port': { type: 'string', default: '0' },
        seed: { type: 'string', default: 'demo' },
        'time-rate': { type: 'string', default: '1' },
        validate: { type: 'boolean', default: false },
        'exit-with-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const { seed } = values;
    if (seed !== 'demo' && seed !== 'standard' && seed !== 'empty') {
      throw new Error(`--seed is demo, standard or empty, not "${seed}".`);
    }
    return {
      options: {
        port: Number(values.port),
        controlPort: Number(values['control-port']),
        timeRate: Number(values['time-rate']),
        validate: values.validate,
        seed,
      },
      exitWithStdin: values['exit-with-stdin'],
    };
  } catch (error) {
    // Only the first line: the others suggest ways to pass positional arguments, of which there are none.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    process.stderr.write(`${reason} Use --help to list the options.\n`);
    return 2;
  }
}

interface RunningService {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly settings: Readonly<Settings>;
  stop(): Promise<void>;
}

async function startService(options: ServiceOptions & Ports): Promise<RunningService> {
  const service = await createService(options);
  const publicServer = await createPublicServer(service);
  const controlServer = createControlServer(service);
  return {
    baseUrl: await listen(publicServer, options.port),
    controlUrl: await listen(controlServer, options.controlPort),
    settings: service.settings,
    async stop() {
      await Promise.all([publicServer.close(), controlServer.close()]);
      service.uploads.dispose();
    },
  };
}

/** Listens on loopback only. */
async function listen(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
