import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { MobilePlatform } from '@spacekeeper/contract/mobile-shell.ts'

const answers = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

const hasAndroidSdk = () =>
  [process.env['ANDROID_HOME'], process.env['ANDROID_SDK_ROOT']].some((path) => path !== undefined && existsSync(path))

/** Why this machine builds no app for a system; null where it can. */
export const missingFor = (system: MobilePlatform): string | null => {
  if (system === 'ios')
    return process.platform === 'darwin' && answers('xcodebuild', '-version')
      ? null
      : 'it needs Xcode, which runs on a Mac'
  if (!answers('java', '-version')) return 'it needs a JDK 21, and there is no java'
  return hasAndroidSdk() ? null : 'it needs the Android SDK, and ANDROID_HOME names none'
}
