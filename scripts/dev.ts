/** The server restarting on change, and the screens with hot reload in front of it. */
import { spawn } from 'node:child_process'

const children = [
  spawn(process.execPath, ['--watch-path=server', '--watch-path=contract', 'server/src/main.ts'], { stdio: 'inherit' }),
  spawn('npm', ['run', 'dev', '--workspace', 'web'], { stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
