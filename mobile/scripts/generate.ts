/**
 * Makes the Android and the iOS project in mobile/native, from the built screens (`npm run build`). What the app is
 * called and where its links lead is read from the environment: docs/guide/mobile-app.md.
 */
import { join } from 'node:path'
import { readAppFacts } from '../capacitor.config.ts'
import { writeNativeProjects } from './native-projects.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'mobile', 'native')
const facts = readAppFacts(process.env)
const googleServices = process.env['APP_GOOGLE_SERVICES']
await writeNativeProjects({ folder, screens: join(root, 'web', 'dist'), facts, googleServices })
console.log(`${facts.name} ${facts.version} (${facts.id}): android and ios are in ${folder}`)
if (googleServices === undefined) console.log('Android: no notifications, because APP_GOOGLE_SERVICES names no file.')
if (facts.linkHosts.length === 0) console.log('Links of portals open in the browser, because APP_LINK_HOSTS is empty.')
