import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runProcess } from './run-process.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spacekeeper-run-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string[]) => runProcess(command, { cwd: folder, env: process.env })

test('the exit code of a command is passed on', async () => {
  expect(await run(['node', '-e', ''])).toBe(0)
  expect(await run(['node', '-e', 'process.exit(3)'])).toBe(3)
})

test('a command prints into the file it is given', async () => {
  const output = openSync(join(folder, 'output'), 'a')
  const command = ['node', '-e', 'console.log("one"); console.error("two")']
  expect(await runProcess(command, { cwd: folder, env: process.env, output })).toBe(0)
  closeSync(output)
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('one\ntwo\n')
})

test('a command that was killed has failed', async () => {
  expect(await run(['node', '-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(1)
})

test('a command that does not exist has failed', async () => {
  const say = vi.spyOn(console, 'error').mockReturnValue()
  expect(await run(['no-such-program'])).toBe(1)
  expect(say).toHaveBeenCalledWith(expect.stringContaining('no-such-program'))
  say.mockRestore()
})

test('what a command leaves running ends with it', async () => {
  writeFileSync(
    join(folder, 'left.mjs'),
    `import { writeFileSync } from 'node:fs'
     process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit() })
     setTimeout(() => process.exit(), 20_000)
     process.send('ready')`,
  )
  writeFileSync(
    join(folder, 'start.mjs'),
    `import { fork } from 'node:child_process'
     fork('left.mjs').once('message', () => process.exit(0))`,
  )
  expect(await run(['node', 'start.mjs'])).toBe(0)
  await expect.poll(() => existsSync(join(folder, 'ended'))).toBe(true)
})
