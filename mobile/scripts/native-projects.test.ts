import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAppFacts } from '../capacitor.config.ts'
import { manifestFile } from './android-project.ts'
import { entitlementsFile, infoFile } from './ios-project.ts'
import { writeNativeProjects } from './native-projects.ts'
import { missingFor } from './toolchains.ts'

// Beside the packages, whose paths stand in the projects.
const place = mkdtempSync(join(tmpdir(), 'spacekeeper-native-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const folder = join(place, 'native')
const screens = join(place, 'screens')
const facts = readAppFacts({
  APP_ID: 'org.example.portal',
  APP_NAME: 'Riverbend',
  APP_VERSION: '1.4.0',
  APP_BUILD: '7',
  APP_LINK_HOSTS: 'portal.example.org members.example.net',
})

const page = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <link rel="preload" href="/api/config/" as="fetch" crossorigin="anonymous" />
    <script type="module" crossorigin src="/assets/index-1.js"></script>
  </head>
</html>
`

const writeScreens = () => {
  mkdirSync(join(screens, 'assets'), { recursive: true })
  writeFileSync(join(screens, 'index.html'), page)
  for (const name of ['assets/index-1.js', 'assets/index-1.js.br', 'sw.js', 'offline.css'])
    writeFileSync(join(screens, name), '')
}

const filesIn = () =>
  ['android', 'ios']
    .flatMap((system) => readdirSync(join(folder, system), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

const fingerprints = () =>
  filesIn().map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)

const read = (system: 'android' | 'ios', name: string) => readFileSync(join(folder, system, name), 'utf8')

beforeAll(async () => {
  writeScreens()
  await writeNativeProjects({ folder, screens, facts })
})

test('the same input gives the same projects, file by file', async () => {
  const first = fingerprints()
  expect(first.length).toBeGreaterThan(80)
  await writeNativeProjects({ folder, screens, facts })
  expect(fingerprints()).toEqual(first)
})

test('the Android app opens by its scheme and by links to the portals it is for, and asks for what it uses', () => {
  const manifest = read('android', manifestFile)
  expect(manifest).toContain('<data android:scheme="spacekeeper" />')
  const [, verified = ''] = /autoVerify="true">([\s\S]*?)<\/intent-filter>/.exec(manifest) ?? []
  for (const part of [
    'android:scheme="https"',
    'android:host="portal.example.org"',
    'android:host="members.example.net"',
    'android:pathPrefix="/profile/"',
  ])
    expect(verified).toContain(part)
  for (const name of ['CAMERA', 'NFC', 'POST_NOTIFICATIONS', 'INTERNET'])
    expect(manifest).toContain(`android.permission.${name}"`)
  expect(manifest).toContain('android:name="android.hardware.nfc" android:required="false"')
  expect(manifest).toContain('android:allowBackup="false"')
  expect(read('android', 'app/build.gradle')).toMatch(/versionCode 7\n\s+versionName "1\.4\.0"/)
  expect(read('android', 'capacitor.settings.gradle')).toContain(':capgo-capacitor-nfc')
})

test('the iPhone app says why it wants the camera and cards, and may be notified and opened by links', () => {
  const info = read('ios', infoFile)
  expect(info).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>spacekeeper<\/string>/)
  expect(info).toMatch(/<key>NFCReaderUsageDescription<\/key>\s*<string>Riverbend reads /)
  expect(info).toMatch(/<key>NSCameraUsageDescription<\/key>\s*<string>Riverbend scans /)
  const entitlements = read('ios', entitlementsFile)
  expect(entitlements).toContain('<string>applinks:portal.example.org</string>')
  expect(entitlements).toMatch(/<key>aps-environment<\/key>/)
  expect(entitlements).toMatch(/nfc\.readersession\.formats<\/key>\s*<array>\s*<string>TAG</)
  const project = read('ios', 'App/App.xcodeproj/project.pbxproj')
  expect(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2)
  expect(project).toContain('MARKETING_VERSION = 1.4.0;')
  expect(read('ios', 'App/App/AppDelegate.swift')).toContain('.capacitorDidRegisterForRemoteNotifications')
})

test('both carry the screens, started by the bridge, and nothing that only a server needs', () => {
  const index = read('android', 'app/src/main/assets/public/index.html')
  expect(index).toContain('src="/app/bridge.js" data-screens="/assets/index-1.js" data-push="ios"')
  expect(index).toContain("script-src 'self'")
  expect(index).not.toMatch(/manifest|preload/)
  expect(read('ios', 'App/App/public/index.html')).toBe(index)
  const shipped = filesIn().filter((file) => file.includes('/public/'))
  expect(shipped.some((file) => file.endsWith('/app/bridge.js'))).toBe(true)
  expect(shipped.filter((file) => /\.(?:br|gz)$|\/sw\.js$/.test(file))).toEqual([])
})

test('facts of the app that are wrong are named, all of them', () => {
  expect(() => readAppFacts({ APP_ID: 'portal', APP_LINK_HOSTS: 'https://portal.example.org' })).toThrow(
    /APP_ID is a name[^\n]*\nAPP_LINK_HOSTS are names/,
  )
})

test('what cannot be built here is skipped with the reason, and fails where it is insisted on', () => {
  const systems = (['android', 'ios'] as const).filter((system) => missingFor(system) !== null)
  for (const system of systems) {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'package.ts'), `--${system}`, ...args], {
        encoding: 'utf8',
      })
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`^Skipped ${system}: .+`)) })
    expect(run('--insist').status).toBe(1)
  }
})
