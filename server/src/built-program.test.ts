import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { listSizes, findBuiltProgram, fingerprintFile, sourceFingerprint } from '../source-fingerprint.ts'
import { afterThis, byProgram, end, newFolder } from './test-process.ts'

const server = join(import.meta.dirname, '..')

/** Within the server's folder, where it finds its packages and files. */
const newDist = () => {
  mkdirSync(join(server, 'dist'), { recursive: true })
  const dist = mkdtempSync(join(server, 'dist/test-'))
  afterThis(() => rmSync(dist, { recursive: true, force: true }))
  return dist
}

test('the program in few files starts with an empty folder, and serves the API and the screens', async () => {
  const dist = newDist()
  writeFileSync(join(dist, 'of-before.js'), '')
  await build({ configFile: join(server, 'vite.config.ts'), build: { outDir: dist } })
  expect(readdirSync(dist)).not.toContain('of-before.js')
  const program = findBuiltProgram(dist) ?? ''
  expect(program).toBe(join(dist, 'main.js'))
  expect(readdirSync(dirname(dist)).filter((name) => name.startsWith(`${basename(dist)}.`))).toEqual([])

  const port = await freePort()
  const env = { ...process.env, DATA_DIR: join(newFolder(), 'data'), PORT: String(port), HOST: '127.0.0.1' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  afterThis(() => end(child, 'SIGTERM'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, byProgram).toContain('ready at')
  for (const path of ['/readyz', '/api/config/', '/api/docs', '/'])
    expect({ path, status: (await fetch(`http://127.0.0.1:${port}${path}`)).status }).toEqual({ path, status: 200 })
})

/** A folder as a build leaves it. */
const aBuild = (fingerprint = sourceFingerprint()) => {
  const dist = newDist()
  for (const name of ['main.js', 'later.js']) writeFileSync(join(dist, name), `import '${name}'`)
  writeFileSync(join(dist, fingerprintFile), [fingerprint, ...listSizes(dist)].join('\n'))
  return dist
}

test('a built program is used with the very sources it was made of', () => {
  const dist = aBuild()
  expect(findBuiltProgram(dist)).toBe(join(dist, 'main.js'))
  expect(findBuiltProgram(aBuild('of another version'))).toBeUndefined()
  expect(findBuiltProgram(newDist())).toBeUndefined()
})

test('a built program that lacks a file, or has half of one, is not used', () => {
  const [empty, without] = [aBuild(), aBuild()]
  writeFileSync(join(empty, 'main.js'), '')
  rmSync(join(without, 'later.js'))
  for (const dist of [empty, without]) expect(findBuiltProgram(dist)).toBeUndefined()
})
