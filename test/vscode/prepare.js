// Installs what `npm start` and `npm test` need: the dependencies, VS Code servers, a browser.
// Plain JavaScript for Node 20, because it runs before anything is installed. Fast if nothing is missing.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const store = join(root, '.vscode-test');
const lock = join(store, 'preparing.pid');
const LONGEST_WRITE_MS = 10_000;
/** Debian's Chromium without a browser UI, which would cost CPU time. */
const BROWSER = 'chromium-headless-shell';
const SEARCH = process.platform === 'win32' ? 'rg.exe' : 'rg';
const parts = readJson(join(here, 'parts.json'));
const [, , purpose] = process.argv;
/** What `npm test` starts with; it installs the rest while its first suites run. */
const isOnlyDependencies = purpose === 'dependencies';
const isForTests = purpose === 'test';
const isRoot = process.getuid?.() === 0;
// npm start needs one VS Code; the tests need all versions and a browser.
const usedServers = isForTests ? parts.servers : parts.servers.slice(0, 1);
const servers = isOnlyDependencies ? [] : usedServers;

try {
  await prepare();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
  if (isOnlyDependencies) {
    // The last line of `npm test`, which ends here.
    console.log('0 passed, 1 failed');
  }
}

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
  }
  if (isComplete()) {
    return;
  }
  mkdirSync(store, { recursive: true });
  await takeLock();
  try {
    removeLeftovers();
    await installAll();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isComplete() {
  return (
    hasDependencies() &&
    servers.every((server) => hasNode(server) && hasServer(server) && hasSearch(server)) &&
    missingPackages().length === 0
  );
}

/** Everything at the same time, as far as it is independent. */
async function installAll() {
  const packages = missingPackages();
  const sudo = packages.length === 0 ? [] : rightsToInstall(packages);
  const dependencies = bring('the dependencies (npm ci)', hasDependencies(), installDependencies);
  const debian = bring(`Debian packages: ${packages.join(', ')}`, packages.length === 0, () =>
    installDebian(packages, sudo),
  );
  const versions = servers.map(async (server) => {
    const node =
      server.node === undefined
        ? dependencies
        : bring(`Node ${server.node}`, hasNode(server), () => installNode(server.node));
    // It is awaited only once the server is there, which may fail before.
    node.catch(() => undefined);
    await bring(`VS Code ${server.vscode}`, hasServer(server), () => installServer(server, { compiler: debian, node }));
    await node;
  });
  // All of them end before the lock is given back.
  const results = await Promise.allSettled([dependencies, debian, ...versions]);
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure !== undefined) {
    throw failure.reason;
  }
  servers.filter((server) => !hasSearch(server)).forEach(installSearch);
}

async function bring(what, isThere, install) {
  if (!isThere) {
    console.log(`Getting ${what} …`);
    await install();
  }
}

/** A lock: a second process waits for the first one and then finds everything installed. */
async function takeLock() {
  for (let hasSaidSo = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw error;
      }
    }
    if (!isHeld()) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!hasSaidSo) {
      hasSaidSo = true;
      console.log('Waiting for another start to finish preparing …');
    }
    await delay(500);
  }
}

/**
 * Whether the process that holds the lock is still running. A lock without a process ID is just being written. In a container, an earlier
 * process may have had the same ID as this one.
 */
function isHeld() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    const isBeingWritten = () => Date.now() - statSync(lock).mtimeMs < LONGEST_WRITE_MS;
    return pid === 0 ? isBeingWritten() : pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** As its last step, npm records the installed packages in node_modules. Optional packages may be missing. */
function hasDependencies() {
  try {
    const wanted = readJson(join(root, 'package-lock.json')).packages;
    const installed = readJson(join(root, 'node_modules', '.package-lock.json')).packages;
    const isInstalled = ([path, { version, optional }]) =>
      path === '' || (installed[path] === undefined ? optional === true : installed[path].version === version);
    return Object.entries(wanted).every(isInstalled) && existsSync(nodeIn(root));
  } catch {
    return false;
  }
}

async function installDependencies() {
  // With NODE_ENV=production, npm would leave out almost everything.
  await npm(root, ['ci', '--include=dev']);
  if (!existsSync(nodeIn(root))) {
    // npm may be configured to skip install scripts.
    await npm(root, ['rebuild', '--ignore-scripts=false', 'node', 'esbuild']);
  }
}

function hasNode({ node }) {
  return node === undefined || existsSync(join(store, `node-${node}`));
}

async function installNode(version) {
  await installAside(`node-${version}`, async (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    await npm(folder, ['install', '--ignore-scripts=false', '--no-package-lock', `node@${version}`]);
    await run(nodeIn(folder), ['--version'], folder, 'ignore');
  });
}

function hasServer({ codeServer }) {
  return existsSync(serverFolder(codeServer));
}

function serverFolder(codeServer) {
  return join(store, `code-server-${codeServer}`);
}

/** VS Code in a folder in which code-server is installed. */
function vscodeIn(folder) {
  return join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/**
 * The server inside the npm package code-server, without its wrapper. Its install scripts need a specific Node version and
 * Kerberos headers, so they are skipped, and the two required native modules are built separately, once there is a compiler.
 */
async function installServer({ codeServer, node: version }, { compiler, node }) {
  await installAside(`code-server-${codeServer}`, async (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    await npm(folder, ['install', '--ignore-scripts', '--no-package-lock', `code-server@${codeServer}`]);
    const vscode = vscodeIn(folder);
    await npm(vscode, ['install', '--ignore-scripts', '--omit=dev']);
    await compiler;
    await npm(vscode, ['rebuild', '--ignore-scripts=false', '@vscode/spdlog', '@vscode/native-watchdog']);
    await node;
    const loads = "require('@vscode/spdlog'); require('@vscode/native-watchdog')";
    await run(nodeIn(version === undefined ? root : join(store, `node-${version}`)), ['-e', loads], vscode, 'inherit');
  });
}

/** Older versions download the program that finds files, which Quick Open needs, in the install script that is skipped. */
function hasSearch(server) {
  const ripgrep = searchFolder(server);
  return !existsSync(ripgrep) || existsSync(join(ripgrep, 'bin', SEARCH));
}

/** The program of the newest version, which comes with its npm package. */
function installSearch(server) {
  const [{ codeServer }] = parts.servers;
  const newest = join(vscodeIn(serverFolder(codeServer)), 'node_modules', '@vscode', 'ripgrep-universal', 'bin');
  const bin = join(searchFolder(server), 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(join(newest, `${process.platform}-${process.arch}`, SEARCH), join(bin, `${SEARCH}.partial`));
  renameSync(join(bin, `${SEARCH}.partial`), join(bin, SEARCH));
}

function searchFolder({ codeServer }) {
  return join(vscodeIn(serverFolder(codeServer)), 'node_modules', '@vscode', 'ripgrep');
}

/** Fills a temporary folder and renames it at the end, so that the result is complete. */
async function installAside(name, fill) {
  const partial = join(store, `${name}.partial`);
  mkdirSync(partial);
  await fill(partial);
  renameSync(partial, join(store, name));
}

/** Leftovers of an interrupted installation. */
function removeLeftovers() {
  for (const name of readdirSync(store).filter((entry) => entry.endsWith('.partial'))) {
    rmSync(join(store, name), { recursive: true, force: true });
  }
}

/** A compiler if a server has to be installed, and for the tests a browser and what runs copied commands. */
function missingPackages() {
  const isLinux = process.platform === 'linux';
  const tools = [
    ...(isLinux && !servers.every(hasServer) ? ['g++', 'make', 'python3'] : []),
    // The tests of copied commands are skipped without them, so they are no reason to ask anyone else for the rights.
    ...(isLinux && isForTests && isRoot ? ['curl', 'jq'] : []),
  ];
  const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  return isForTests && !hasBrowser() ? [...missing, BROWSER, 'fonts-dejavu-core'] : missing;
}

function hasBrowser() {
  return process.env.CHROMIUM !== undefined || parts.chromium.some((path) => existsSync(path));
}

/** What precedes the commands that install packages. Throws if they can't be run, before anything is downloaded. */
function rightsToInstall(packages) {
  const isDebian = spawnSync('apt-get', ['--version']).error === undefined;
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!isDebian || (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0)) {
    const why = [
      ...(packages.includes('chromium') ? ['a browser for the tests (or CHROMIUM in the environment, its path)'] : []),
      ...(packages.some((name) => name === 'make' || name === 'g++' || name === 'python3')
        ? ['a compiler for two modules of the VS Code server']
        : []),
    ];
    throw new Error(
      `This is missing: ${why.join(', ')}. Install it, on Debian with: sudo ${installCommand(packages).join(' ')}`,
    );
  }
  return sudo;
}

async function installDebian(packages, sudo) {
  for (const apt of [['apt-get', 'update', '-q'], installCommand(packages)]) {
    const [command, ...args] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', ...apt];
    await run(command, args, root, 'ignore');
  }
}

function installCommand(packages) {
  return ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
}

/** The npm that runs this script, otherwise the one on PATH. */
async function npm(folder, args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env.npm_execpath;
  // Without optimization, the modules of a server compile in two thirds of the time. They only write logs and watch a process.
  const env = { npm_config_nodedir: headersFolder(), CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -O0` };
  if (own?.endsWith('.js')) {
    await run(process.execPath, [own, ...args, ...quiet], folder, 'inherit', env);
  } else {
    await run('npm', [...args, ...quiet], folder, 'inherit', env);
  }
}

/**
 * With the headers of an installed Node, compiling needs no download. Not only those of the Node that runs this: the one of npm has
 * none. The modules work with every Node (Node-API).
 */
function headersFolder() {
  const installed = [
    process.execPath,
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
  ];
  const prefixes = installed.map((node) => dirname(dirname(node)));
  return (
    prefixes.find((prefix) => existsSync(join(prefix, 'include', 'node', 'node_api.h'))) ??
    process.env.npm_config_nodedir
  );
}

async function run(command, args, cwd, output, env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  const what = `This did not work in ${cwd}: ${command} ${args.join(' ')}`;
  await new Promise((resolve, reject) => {
    child.once('error', ({ message }) => reject(new Error(`${what} (${message})`)));
    child.once('close', (status) => (status === 0 ? resolve() : reject(new Error(what))));
  });
}

function nodeIn(folder) {
  return join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
