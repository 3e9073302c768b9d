import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeCsv, writeJson } from './generate.ts';
import { spliceBody, stringifyBody } from './jsonBodies.ts';
import { median, rounded } from './measurement.ts';
import type { Measurement } from './measurement.ts';
import { measureSideBySide, timeSideBySide } from './sideBySide.ts';
import type { UploadRun, UploadWay } from './uploadOnce.ts';
import { cargoOf, hasCurl, startSink, uploadOnce, uploadWithCurl } from './uploadRuns.ts';
import type { Cargo, Sink } from './uploadRuns.ts';

const ROUNDS = 5;
const MB = 1_000_000;
/** Differences up to this are noise of garbage collection. */
const LEEWAY_MB = 16;

/** The speed of an upload compared with curl and with FormData, its memory, and what remains after a cancellation. */
export async function uploadSuite(folder: string): Promise<readonly Measurement[]> {
  // The packaged worker of the check.
  execFileSync(process.execPath, ['esbuild.js', '--production', '--only', 'standalone', '--outdir', folder]);
  const program = join(folder, 'dataWorker.mjs');
  const sink = await startSink();
  try {
    const [large, small] = [await writeCargo(folder, 1000), await writeCargo(folder, 100)];
    return [
      ...(await benchThroughput(large, sink)),
      ...(await benchMemory(large, small, sink)),
      ...(await benchCancel(large, sink)),
      ...(await benchCheckAndUpload(small, sink, program)),
      ...(await benchJsonBody(join(folder, 'rows.json'))),
    ];
  } finally {
    sink.dispose();
  }
}

async function writeCargo(folder: string, megabytes: number): Promise<Cargo> {
  const path = join(folder, `upload${megabytes}.csv`);
  writeCsv(path, megabytes * MB);
  return cargoOf(path);
}

async function benchThroughput(cargo: Cargo, sink: Sink): Promise<readonly Measurement[]> {
  const isCurlHere = await hasCurl();
  const elapsedMs = async (way: UploadWay) => (await uploadOnce(way, cargo, sink)).elapsedMs;
  const threadCpuMs: number[] = [];
  const { client, overUndici, formData, curl } = await measureSideBySide(ROUNDS, {
    client: async () => {
      const result = await uploadOnce('client', cargo, sink);
      threadCpuMs.push(result.threadCpuMs);
      return result.elapsedMs;
    },
    overUndici: () => elapsedMs('clientOverUndici'),
    formData: () => elapsedMs('formData'),
    curl: () => (isCurlHere ? uploadWithCurl(cargo, sink) : Promise.resolve(NaN)),
  });
  if (!isCurlHere) {
    console.log('There is no curl here: nothing is compared with it.');
  }
  return [
    reported('upload of 1 GB', client, 'ms'),
    reported('upload of 1 GB: CPU time of the calling thread', median(threadCpuMs), 'ms'),
    reported('upload of 1 GB, over undici', overUndici, 'ms'),
    ...(isCurlHere
      ? [
          throughput('upload of 1 GB, to curl -F', curl / client, 0.6),
          throughput('upload of 1 GB, over undici, to curl -F', curl / overUndici, 0.6),
        ]
      : []),
    throughput('upload of 1 GB, to fetch with FormData and openAsBlob', formData / client, 2.5),
    throughput('upload of 1 GB, over undici, to fetch with FormData and openAsBlob', formData / overUndici, 2.5),
  ];
}

async function benchMemory(large: Cargo, small: Cargo, sink: Sink): Promise<readonly Measurement[]> {
  const addedMb = async (cargo: Cargo) => (await uploadOnce('client', cargo, sink)).addedMb;
  const memory = await measureSideBySide(ROUNDS, { large: () => addedMb(large), small: () => addedMb(small) });
  return [
    atMost('upload of 100 MB: memory over idle', memory.small, 'MB', 65),
    atMost('upload of 1 GB: memory over idle', memory.large, 'MB', 65),
    atMost(
      `upload of 1 GB: memory beyond that of 100 MB (up to ${LEEWAY_MB} MB is the collector's leeway)`,
      memory.large - memory.small,
      'MB',
      LEEWAY_MB,
    ),
  ];
}

async function benchCancel(cargo: Cargo, sink: Sink): Promise<readonly Measurement[]> {
  const runs: UploadRun[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    runs.push(await uploadOnce('cancelled', cargo, sink));
  }
  const left = Math.max(...runs.map(({ openDescriptors }) => openDescriptors));
  return [
    atMost('cancel in the middle of 1 GB: until it rejects', median(runs.map(({ cancelMs }) => cancelMs)), 'ms', 50),
    atMost('cancel in the middle of 1 GB: descriptors left open', left, 'descriptors', 0),
  ];
}

async function benchCheckAndUpload(cargo: Cargo, sink: Sink, program: string): Promise<readonly Measurement[]> {
  const { both } = await measureSideBySide(ROUNDS, {
    both: async () => (await uploadOnce('checkAndUpload', cargo, sink, program)).elapsedMs,
  });
  return [reported('check and upload of 100 MB, from the command to the answer', both, 'ms')];
}

async function benchJsonBody(path: string): Promise<readonly Measurement[]> {
  writeJson(path, 50 * MB);
  // Warm-up, so that compilation isn't measured.
  await spliceBody(path);
  const { splice, stringify } = await timeSideBySide(ROUNDS, {
    splice: () => spliceBody(path),
    stringify: () => stringifyBody(path),
  });
  return [atMost('JSON body of 50 MB, to parse and stringify', splice / stringify, 'times its time', 0.1)];
}

function reported(name: string, value: number, unit: string): Measurement {
  return { name, value: rounded(value), unit, goal: undefined };
}

function atMost(name: string, value: number, unit: string, most: number): Measurement {
  return { name, value: rounded(value), unit, goal: { atMost: most } };
}

function throughput(name: string, value: number, least: number): Measurement {
  return { name, value: rounded(value), unit: 'times its throughput', goal: { atLeast: least } };
}
