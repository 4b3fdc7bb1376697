import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const readOwn = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const why = hasSystemd ? '' : ' (skipped: systemd-analyze is missing)'

/** The unit as it would stand in /etc, with its program in this folder. */
const aUnit = (file: string, name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
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

test('every variable that these files name is one the portal knows', () => {
  const known = execFileSync(process.execPath, [join(root, 'server/src/cli.ts'), 'help', 'env'], { encoding: 'utf8' })
  const { schema, version } = Object(parse(readOwn('home-assistant/spacekeeper/config.yaml')))
  const { environment } = Object(parse(readOwn('compose.yaml'))).services.portal
  for (const name of [...Object.keys(schema), ...Object.keys(environment)])
    expect(known).toContain(`  ${name.replace('_FILE', '')} `)
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
})
