// On its own: simulators/src/main.ts loads it alone, because drawing pictures is larger than all other devices.
import { startCamera } from './camera.ts'

/** A simulated webcam as a program, until it is asked to end. */
export const runCamera = async ({ port, login }: { port: number; login: string | undefined }): Promise<void> => {
  const camera = await startCamera({ port, login })
  const say = (text: string) => console.log(`${new Date().toISOString()} camera: ${text}`)
  say(`pictures at ${camera.snapshotUrl}, a stream at ${camera.streamUrl}`)
  const end = () => void camera.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
