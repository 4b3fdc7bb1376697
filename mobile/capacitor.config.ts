import type { CapacitorConfig } from '@capacitor/cli'
import about from './package.json' with { type: 'json' }

/** What a space says of its app; the rest is the same for all. */
export type AppFacts = {
  /** Under which the stores know it, such as `org.example.portal`. */
  id: string
  name: string
  version: string
  /** Counts up with every file that goes to a store. */
  build: number
  /** Portals whose links open in the app, such as `portal.example.org`. Each has to name the app in its settings. */
  linkHosts: string[]
  /** Of addresses that open the app without asking a portal. */
  scheme: string
}

const listOf = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((word) => word !== '')

/** From the environment, with what suits a trial. Throws what is wrong with it, in words. */
export const readAppFacts = (env: Record<string, string | undefined>): AppFacts => {
  const facts = {
    id: env['APP_ID'] ?? 'org.spacekeeper.portal',
    name: env['APP_NAME'] ?? 'Spacekeeper',
    version: env['APP_VERSION'] ?? about.version,
    build: Number(env['APP_BUILD'] ?? 1),
    linkHosts: listOf(env['APP_LINK_HOSTS']),
    scheme: env['APP_SCHEME'] ?? 'spacekeeper',
  }
  const wrong = [
    !/^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*)+$/.test(facts.id) && 'APP_ID is a name such as org.example.portal.',
    !/^[^<>&"'\n]{1,30}$/.test(facts.name) && 'APP_NAME has 1 to 30 characters, without < > & and quotes.',
    !/^\d+(?:\.\d+){0,2}$/.test(facts.version) && 'APP_VERSION is a version such as 1.4.0.',
    !(Number.isInteger(facts.build) && facts.build > 0) && 'APP_BUILD is a whole number, 1 or more.',
    !facts.linkHosts.every((host) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) &&
      'APP_LINK_HOSTS are names such as portal.example.org, with a space between two.',
    !/^[a-z][a-z0-9]*$/.test(facts.scheme) && 'APP_SCHEME has small letters and digits only.',
  ].filter((sentence) => sentence !== false)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return facts
}

/** What Capacitor reads. The pages come from `https://localhost` on Android and `capacitor://localhost` on iOS, where the portal lets them in. */
export const capacitorConfig = ({ id, name }: AppFacts): CapacitorConfig => ({
  appId: id,
  appName: name,
  webDir: 'www',
  loggingBehavior: 'debug',
  android: {
    // The screens are built for browsers of this age.
    minWebViewVersion: 111,
    // A portal at a private address may be without TLS; to all others the app speaks TLS only (web/src/mobile/portal-address.ts).
    allowMixedContent: true,
  },
  plugins: {
    // The page takes the splash away half a second after it is drawn; if it never does, it goes by itself.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 5000, launchFadeOutDuration: 150 },
    SystemBars: { insetsHandling: 'native' },
    PushNotifications: { presentationOptions: ['alert', 'sound'] },
  },
})
