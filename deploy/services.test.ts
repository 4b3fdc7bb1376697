import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { secretVariables } from '../server/src/config.ts'
import { readCommand } from './dockerfile.testing.ts'

const root = join(import.meta.dirname, '..')
const readOwn = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const why = hasSystemd ? '' : ' (skipped: systemd-analyze is missing)'

const newFolder = (prefix: string) => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The unit as it would stand in /etc, with its program in this folder. */
const aUnit = (file: string, name: string) => {
  const path = join(newFolder('spacekeeper-unit-'), name)
  writeFileSync(path, readOwn(file).replaceAll('/opt/spacekeeper', root))
  return path
}

test.runIf(hasSystemd).each([
  ['spacekeeper.service', 'spacekeeper.service'],
  ['spacekeeper@.service', 'spacekeeper@riverbend.service'],
])(`systemd finds nothing wrong with %s, and exposes it by 4.0 at most${why}`, (file, name) => {
  const unit = aUnit(file, name)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect([status, stderr.split('\n').filter((line) => line.includes(name))]).toEqual([0, []])
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=40', unit], {
    encoding: 'utf8',
  })
  expect(judged.status, judged.stdout.split('\n').slice(-3).join('\n')).toBe(0)
})

test.each(['spacekeeper.service', 'spacekeeper@.service'])('%s starts the portal as `npm start` does', (file) => {
  const command = /^ExecStart=\S+\/\.bin\/(?<command>.+)$/m.exec(readOwn(file))?.groups?.['command']
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain(`"start": "exec ${command}"`)
})

test('the compose file starts the portal alone, with one volume, and PostgreSQL 18 only when it is asked for', () => {
  const { portal, postgres } = Object(parse(readOwn('compose.yaml'))).services
  expect(portal).toMatchObject({ read_only: true, volumes: ['data:/data'], build: { dockerfile: 'deploy/Dockerfile' } })
  expect(portal?.profiles).toBeUndefined()
  expect(postgres).toMatchObject({
    image: 'postgres:18',
    profiles: ['postgres'],
    volumes: ['postgres:/var/lib/postgresql'],
  })
})

test('the compose file takes each of the four secrets from a file', () => {
  const { portal, postgres } = Object(parse(readOwn('compose.yaml'))).services
  const { environment } = portal
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(secretVariables.map((name) => `${name}_FILE`)))
  expect(Object.keys(postgres.environment)).toContain('POSTGRES_PASSWORD_FILE')
})

test('the app of Home Assistant starts the portal as `npm start` does, after its options', () => {
  const words = readCommand(/^CMD (?<words>.+)$/m.exec(readOwn('home-assistant/spacekeeper/Dockerfile'))?.[0] ?? '')
  const options = ['--import', '/opt/spacekeeper/scripts/app-options.ts']
  expect(words).toEqual(expect.arrayContaining(options))
  const command = words.filter((word) => !options.includes(word)).join(' ')
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain(`"start": "exec ${command}"`)
})

test('commands in the app of Home Assistant know what was entered under Configuration', () => {
  const folder = newFolder('spacekeeper-app-')
  const app = join(import.meta.dirname, 'home-assistant/spacekeeper')
  const line = /^RUN (?<print>printf .+) > \S+$/m.exec(readOwn('home-assistant/spacekeeper/Dockerfile'))?.groups?.[
    'print'
  ]
  const script = execFileSync('sh', ['-c', line ?? ''], { encoding: 'utf8' })
  writeFileSync(
    join(folder, 'spacekeeper'),
    script.replace('/opt/spacekeeper/scripts', app).replace('/opt/spacekeeper', root),
  )
  const APP_OPTIONS = join(folder, 'options.json')
  const run = (options: object) => {
    writeFileSync(APP_OPTIONS, JSON.stringify(options))
    const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
    const env = { ...process.env, PATH, APP_OPTIONS, DATA_DIR: join(folder, 'data') }
    return spawnSync('sh', [join(folder, 'spacekeeper'), 'migrate'], { encoding: 'utf8', env }).stderr
  }
  const DATABASE_URL = 'postgres://portal:secret@127.0.0.1:1/entered'
  expect(run({ SITE_URL: '', SMTP_URL: null, DATABASE_URL })).toContain('127.0.0.1:1/entered cannot be reached')
  expect(run({ DATABASE_URL, TRUST_PROXY: 'true' })).toContain('TRUST_PROXY: expected how many proxies')
})

test('every variable that these files name is one the portal knows', () => {
  const known = execFileSync(process.execPath, [join(root, 'server/src/cli.ts'), 'help', 'env'], { encoding: 'utf8' })
  const { schema, version } = Object(parse(readOwn('home-assistant/spacekeeper/config.yaml')))
  const { environment } = Object(parse(readOwn('compose.yaml'))).services.portal
  for (const name of [...Object.keys(schema), ...Object.keys(environment)])
    expect(known).toContain(`  ${name.replace('_FILE', '')} `)
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
})
