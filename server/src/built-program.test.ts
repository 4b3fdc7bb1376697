import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { findBuiltProgram, fingerprintFile, programSources } from '../source-fingerprint.ts'
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
  await build({ configFile: join(server, 'vite.config.ts'), build: { outDir: dist } })
  const program = findBuiltProgram(dist) ?? ''
  expect(program).toBe(join(dist, 'main.js'))

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

test('a built program is used with the very sources it was made of', () => {
  const { fingerprint, changedAt } = programSources()
  const aBuild = (note: string) => {
    const dist = newDist()
    writeFileSync(join(dist, fingerprintFile), note)
    return findBuiltProgram(dist)
  }
  expect(aBuild(`${fingerprint}\n${Math.ceil(changedAt)}\n`)).toBeDefined()
  expect(aBuild(`${fingerprint}\n${changedAt - 1}\n`)).toBeUndefined()
  expect(aBuild(`of another version\n${Math.ceil(changedAt)}\n`)).toBeUndefined()
  expect(aBuild(fingerprint)).toBeUndefined()
  expect(findBuiltProgram(newDist())).toBeUndefined()
})
