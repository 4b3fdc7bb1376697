import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findDebianProgram } from '../scripts/debian-program.ts'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { readCommand, readCopy } from './dockerfile.testing.ts'
import { buildImage, imageStages, root, runBeside, startContainer } from './image-build.testing.ts'

const stages = imageStages()
const last = stages.at(-1)
const wordsOf = (name: string) => last?.instructions.find((instruction) => instruction.name === name)?.words ?? ''
const start = readCommand(wordsOf('CMD'))
const healthCheck = readCommand(wordsOf('HEALTHCHECK'))

test('what the Dockerfile copies is there, or made by the stage before', () => {
  const known = new Set(execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8' }).split('\n'))
  const isKnown = (path: string) => known.has(path) || [...known].some((file) => file.startsWith(`${path}/`))
  const copies = stages.flatMap(({ instructions }) =>
    instructions.filter(({ name }) => name === 'COPY').map(({ words }) => readCopy(words)),
  )
  expect(copies.length).toBeGreaterThan(10)
  const missing = copies.flatMap(({ from, sources }) =>
    from === '' ? sources.filter((path) => !isKnown(path)) : stages.some(({ name }) => name === from) ? [] : [from],
  )
  expect(missing).toEqual([])
})

test('it starts as `npm start` does, as no particular user, with one volume and time for the first start', () => {
  const npmStart = /"start": "exec (?<command>[^"]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(start.join(' ')).toBe(npmStart?.groups?.['command'])
  expect(wordsOf('VOLUME')).toBe('/data')
  expect(wordsOf('USER')).not.toMatch(/^(0|root)/)
  expect(wordsOf('HEALTHCHECK')).toContain('--start-period=300s')
  expect(healthCheck[0]).toBe('node')
})

/** Why the steps are not run here; undefined where they are. */
const findObstacle = async (): Promise<string | undefined> => {
  if (process.env['LONG_TESTS'] !== '1') return 'It takes two minutes: npm run test:long.'
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Only root on Linux can make a root of its own.'
  return (await findDebianProgram('mmdebstrap')) === undefined
    ? 'mmdebstrap is missing and can’t be installed.'
    : undefined
}
const obstacle = await findObstacle()

const isRun = obstacle === undefined
const why = obstacle === undefined ? '' : ` (skipped: ${obstacle})`
const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-image-'))
let image = ''
beforeAll(() => {
  if (isRun) image = buildImage(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder for /data that belongs to root, and to all who may write there. */
const aVolume = (name: string, mode: number) => {
  const data = join(folder, name)
  mkdirSync(data)
  chmodSync(data, mode)
  return data
}
const finish = async (child: ChildProcess) => {
  const read = { output: '' }
  child.stdout?.on('data', (chunk: Buffer) => (read.output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (read.output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: Number(code), output: read.output.trim() }
}

test.runIf(isRun)(
  `in a bare Debian, a user without a name starts it in a file system that is read-only, twice, and Docker hears that it is well${why}`,
  async () => {
    const port = await freePort()
    const container = { image, data: aVolume('open', 0o1777), user: 54321, env: { PORT: String(port) } }
    const runOnce = async () => {
      const child = startContainer(container, start)
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = finish(child)
      const isWell = async () => (await finish(runBeside(child, container, healthCheck))).code === 0
      await expect.poll(isWell).toBe(true)
      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect(await page.text()).toContain('<div id="root">')
      await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      const link = await finish(runBeside(child, container, ['spacekeeper', 'admin', 'link']))
      expect(link.output).toMatch(/\/setup\/\S{20,}$/)
      child.kill('SIGTERM')
      return ended
    }
    expect((await runOnce()).output).toContain('was brought up to date')
    const again = await runOnce()
    expect(again).toMatchObject({ code: 0 })
    expect(again.output).not.toContain('was brought up to date')
    const owners = readdirSync(container.data).map((name) => statSync(join(container.data, name)).uid)
    expect(new Set(owners)).toEqual(new Set([54321]))
  },
)

test.runIf(isRun)(
  `in a bare Debian, a folder it may not write is refused, and the last line says which user to give it to${why}`,
  async () => {
    const container = { image, data: aVolume('closed', 0o755), user: 54321, env: {} }
    const { code, output } = await finish(startContainer(container, start))
    expect(code).toBe(1)
    expect(output.split('\n').at(-1)).toContain('chown -R 54321 /data')
  },
)
