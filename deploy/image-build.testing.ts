import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type ImageStage, readCopy, readDockerfile } from './dockerfile.testing.ts'

export const root = join(import.meta.dirname, '..')
const readOwn = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
export const imageStages = (): ImageStage[] => readDockerfile(readOwn('Dockerfile'))

const run = (file: string, args: string[], input?: Buffer): Buffer => {
  const { status, stdout, stderr } = spawnSync(file, args, { input, maxBuffer: 512 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} failed:\n${stdout.toString()}${stderr.toString()}`)
  return stdout
}

/** A program that sees `folder` as its whole file system; what it mounts goes with it. */
const inRoot = (folder: string, mounts: string[], command: string[]): [string, string[]] => {
  const script = [...mounts, 'exec "$@"'].join('\n')
  return ['unshare', ['--mount', 'sh', '-ec', script, 'sh', ...command].map((word) => word.replaceAll('ROOT', folder))]
}

const programs = ['mount --bind /dev ROOT/dev', 'mount -t proc proc ROOT/proc']
/** Packages come from the registries of this machine, by its certificates. */
const network = [
  'touch ROOT/etc/resolv.conf && mount --bind /etc/resolv.conf ROOT/etc/resolv.conf',
  'mkdir -p ROOT/etc/ssl/certs && mount --bind /etc/ssl/certs ROOT/etc/ssl/certs',
  'mkdir -p ROOT/root/.npm ~/.npm && mount --bind ~/.npm ROOT/root/.npm',
]
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** The surroundings of the program, as a stage has said so far. */
type Surroundings = { workdir: string; env: Record<string, string> }

const readEnv = (words: string) => Object.fromEntries(words.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)))

/** The surroundings that the last words of a stage say. */
export const surroundingsOf = ({ instructions }: ImageStage): Surroundings => {
  const state: Surroundings = {
    workdir: '/',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  }
  for (const { name, words } of instructions) {
    if (name === 'WORKDIR') state.workdir = words
    if (name === 'ENV') Object.assign(state.env, readEnv(words))
  }
  return state
}

const envWords = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `${name}=${value}`)

/** The files that git knows, without those that the image leaves out. */
const createContext = (folder: string) => {
  const files = run('git', ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const left = readOwn('Dockerfile.dockerignore').split('\n').filter(Boolean)
  const excluded = left.map((line) => `--exclude=${line.replace('**/', '')}`)
  mkdirSync(folder)
  const packed = run('tar', ['-C', root, '-c', '--null', ...excluded, '--ignore-failed-read', '-T', '-'], files)
  run('tar', ['-C', folder, '-x'], packed)
}

/** Debian as its image has it, and the same with Node and npm. */
const createBases = (folder: string): Record<string, string> => {
  const debian = join(folder, 'debian')
  run('mmdebstrap', ['--variant=minbase', '--format=directory', 'bookworm', debian, 'http://deb.debian.org/debian'])
  const node = join(folder, 'node')
  run('cp', ['-a', debian, node])
  copyFileSync(process.execPath, join(node, 'usr/local/bin/node'))
  const modules = join(node, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(join(run('npm', ['root', '-g']).toString().trim(), 'npm'), join(modules, 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(node, 'usr/local/bin/npm'))
  return { 'debian:bookworm-slim': debian, 'node:24-bookworm-slim': node }
}

const copyInto = (sources: string[], target: string, isFolder: boolean) => {
  mkdirSync(isFolder ? target : join(target, '..'), { recursive: true })
  // A folder gives what is in it, as with Docker.
  for (const source of sources)
    run('sh', [
      '-c',
      'if [ -d "$1" ]; then mkdir -p "$2"; cp -a "$1/." "$2"; else cp -a "$1" "$2"; fi',
      'sh',
      source,
      target,
    ])
}

/** Does what the Dockerfile says in a bare Debian below `folder`, as root; where the finished image stands. */
export const buildImage = (folder: string): string => {
  const context = join(folder, 'context')
  createContext(context)
  const bases = createBases(folder)
  const built: Record<string, string> = {}
  let last = ''
  for (const [at, stage] of imageStages().entries()) {
    last = join(folder, `stage-${at}`)
    run('cp', ['-a', bases[stage.base] ?? `no base is known for ${stage.base}`, last])
    built[stage.name] = last
    const state: Surroundings = surroundingsOf({ ...stage, instructions: [] })
    for (const { name, words } of stage.instructions) {
      if (name === 'WORKDIR') {
        state.workdir = words
        mkdirSync(join(last, words), { recursive: true })
      } else if (name === 'COPY') {
        const { from, sources, target } = readCopy(words)
        const home = from === '' ? context : (built[from] ?? '')
        const isFolder = target.endsWith('/')
        copyInto(
          sources.map((source) => join(home, source)),
          join(last, state.workdir, target),
          isFolder,
        )
      } else if (name === 'RUN') {
        const env = envWords({ ...state.env, HOME: '/root', NODE_EXTRA_CA_CERTS: certificates })
        const command = ['chroot', 'ROOT', 'env', '-i', ...env, 'sh', '-ec', `cd ${state.workdir}; ${words}`]
        run(...inRoot(last, [...programs, ...network], command))
      }
    }
  }
  return last
}

/** How a container of this image is run: as which user, with which folder at /data, and variables of its own. */
export type ContainerOptions = { image: string; data: string; user: number; env: Record<string, string> }

/** A program of the image with its variables, as this user and without rights. */
const asUser = ({ image, user, env }: ContainerOptions, command: string[]): string[] => {
  const stage = imageStages().at(-1)
  if (!stage) throw new Error('The Dockerfile has no stage.')
  const { workdir, env: own } = surroundingsOf(stage)
  const words = [
    'env',
    '-i',
    ...envWords({ ...own, ...env }),
    'sh',
    '-ec',
    `cd ${workdir}; exec "$@"`,
    'sh',
    ...command,
  ]
  return ['chroot', `--userspec=${user}:0`, image, 'setpriv', '--bounding-set', '-all', '--no-new-privs', ...words]
}

/** Starts a program in the image as Docker would with `--read-only --tmpfs /tmp`. */
export const startContainer = (options: ContainerOptions, command: string[]) => {
  const mounts = [
    'mount --bind ROOT ROOT',
    ...programs,
    'mount -t tmpfs tmpfs ROOT/tmp',
    `mount --bind ${options.data} ROOT/data`,
    'mount -o remount,bind,ro ROOT',
  ]
  return spawn(...inRoot(options.image, mounts, asUser(options, command)), { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts another program beside the one of a container, as `docker exec` does. */
export const runBeside = (container: ChildProcess, options: ContainerOptions, command: string[]) => {
  const place = [`--mount=/proc/${container.pid}/ns/mnt`, '--']
  return spawn('nsenter', [...place, ...asUser(options, command)], { stdio: ['ignore', 'pipe', 'pipe'] })
}
