// Installs what `npm start` and `npm test` need: the dependencies, VS Code servers, a browser.
// Plain JavaScript for Node 20, because it runs before anything is installed. Fast if nothing is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');
const store = join(root, '.vscode-test');
const lock = join(store, 'preparing.pid');
const parts = readJson(join(import.meta.dirname, 'parts.json'));
const isForTests = process.argv[2] === 'test';
// npm start needs one VS Code; the tests need all versions and a browser.
const servers = isForTests ? parts.servers : parts.servers.slice(0, 1);

/** The parts, in the order of installation. */
const needs = [
  { what: 'the dependencies (npm ci)', isThere: hasDependencies, bring: installDependencies },
  ...servers
    .filter(({ node }) => node !== undefined)
    .map(({ node }) => ({
      what: `Node ${node}`,
      isThere: () => existsSync(join(store, `node-${node}`)),
      bring: () => installNode(node),
    })),
  ...servers.map(({ vscode, codeServer, node }) => ({
    what: `VS Code ${vscode}`,
    isThere: () => existsSync(join(store, `code-server-${codeServer}`)),
    bring: () => installServer(codeServer, node),
  })),
  ...(isForTests ? [{ what: 'Chromium', isThere: hasBrowser, bring: installBrowser }] : []),
];

try {
  await prepare();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function prepare() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 11)) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 20.11 or newer.`);
  }
  if (needs.every(({ isThere }) => isThere())) {
    return;
  }
  mkdirSync(store, { recursive: true });
  await takeLock();
  try {
    removeLeftovers();
    for (const { what, isThere, bring } of needs) {
      if (!isThere()) {
        console.log(`Getting ${what} …`);
        bring();
      }
    }
  } finally {
    rmSync(lock, { force: true });
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

/** Whether the process that holds the lock is still running. A lock without a process id is just being written. */
function isHeld() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid === 0 || process.kill(pid, 0);
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

function installDependencies() {
  npm(root, ['ci']);
  if (!existsSync(nodeIn(root))) {
    // npm may be configured to skip install scripts.
    npm(root, ['rebuild', '--ignore-scripts=false', 'node', 'esbuild']);
  }
}

function installNode(version) {
  installAside(`node-${version}`, (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    npm(folder, ['install', '--ignore-scripts=false', '--no-package-lock', `node@${version}`]);
    run(nodeIn(folder), ['--version'], folder, 'ignore');
  });
}

/**
 * The server inside the npm package code-server, without its wrapper. Its install scripts need a specific Node version and
 * Kerberos headers, so they are skipped, and the two required native modules are built separately.
 */
function installServer(version, node) {
  installAside(`code-server-${version}`, (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    npm(folder, ['install', '--ignore-scripts', '--no-package-lock', `code-server@${version}`]);
    const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
    npm(vscode, ['install', '--ignore-scripts', '--omit=dev']);
    needCompiler();
    npm(vscode, ['rebuild', '--ignore-scripts=false', '@vscode/spdlog', '@vscode/native-watchdog']);
    const loads = "require('@vscode/spdlog'); require('@vscode/native-watchdog')";
    run(nodeIn(node === undefined ? root : join(store, `node-${node}`)), ['-e', loads], vscode, 'inherit');
  });
}

/** Fills a temporary folder and renames it at the end, so that the result is complete. */
function installAside(name, fill) {
  const partial = join(store, `${name}.partial`);
  mkdirSync(partial);
  fill(partial);
  renameSync(partial, join(store, name));
}

/** Leftovers of an interrupted installation. */
function removeLeftovers() {
  for (const name of readdirSync(store).filter((entry) => entry.endsWith('.partial'))) {
    rmSync(join(store, name), { recursive: true, force: true });
  }
}

function needCompiler() {
  const missing = ['g++', 'make', 'python3'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (process.platform === 'linux' && missing.length > 0) {
    installDebianPackages(missing, 'A compiler is needed to build two modules of the VS Code server');
  }
}

function hasBrowser() {
  return process.env.CHROMIUM !== undefined || parts.chromium.some((path) => existsSync(path));
}

function installBrowser() {
  const why = 'The tests need a browser (or CHROMIUM in the environment, the path of one)';
  installDebianPackages(['chromium', 'fonts-dejavu-core'], why);
}

function installDebianPackages(names, why) {
  const command = `apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error !== undefined) {
    throw new Error(`${why}. Install it, on Debian with: sudo ${command}`);
  }
  run('apt-get', ['update', '-q'], root, 'ignore');
  run('apt-get', command.split(' ').slice(1), root, 'ignore', { DEBIAN_FRONTEND: 'noninteractive' });
}

/** The npm that runs this script, otherwise the one on PATH. */
function npm(folder, args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env.npm_execpath;
  const env = { npm_config_nodedir: headersFolder() };
  if (own?.endsWith('.js')) {
    run(process.execPath, [own, ...args, ...quiet], folder, 'inherit', env);
  } else {
    run('npm', [...args, ...quiet], folder, 'inherit', env);
  }
}

/** With installed Node headers, compiling needs no download. The modules work with every Node (Node-API). */
function headersFolder() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? prefix : process.env.npm_config_nodedir;
}

function run(command, args, cwd, output, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error !== undefined || status !== 0) {
    throw new Error(`This did not work in ${cwd}: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ''}`);
  }
}

function nodeIn(folder) {
  return join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
