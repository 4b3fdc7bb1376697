import { spawn, type ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
const hasGroups = process.platform !== 'win32'
const graceMs = 5_000
const interrupted = 130
let isEnding = false

/** Each command leads a process group of its own, so that what it started ends with it. */
function signal(child: ChildProcess, name: NodeJS.Signals) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, name)
    else child.kill(name)
  } catch {
    // Everything in the group has ended already.
  }
}

/**
 * Runs a command; its exit code, or 1 when it could not be started or was killed. It prints where we do, or into the
 * open file `output`.
 */
export function runProcess(
  command: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; output?: number | undefined },
): Promise<number> {
  const [program = '', ...args] = command
  const { cwd, env, output = 'inherit' } = options
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, output], detached: hasGroups })
    running.add(child)
    const finish = (code: number) => {
      running.delete(child)
      signal(child, 'SIGTERM')
      if (isEnding) process.exit(interrupted)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${command.join(' ')}: ${error.message}`)
      finish(1)
    })
    child.once('exit', (code) => finish(code ?? 1))
  })
}

/** Ends what runs, first kindly, and then this program. */
export function endOnInterrupt() {
  const end = () => {
    isEnding = true
    if (running.size === 0) process.exit(interrupted)
    for (const child of running) signal(child, 'SIGTERM')
    setTimeout(() => {
      for (const child of running) signal(child, 'SIGKILL')
    }, graceMs)
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
