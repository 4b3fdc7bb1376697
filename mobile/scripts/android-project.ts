import { appLinkPaths } from '@spacekeeper/contract/mobile/words.ts'
import type { AppFacts } from '../capacitor.config.ts'
import { after, before, instead, patchText } from './patch-text.ts'

/** What the file reads in which the app says what it may and when it opens. */
export const manifestFile = 'app/src/main/AndroidManifest.xml'

const openedBy = (data: string[], isVerified: boolean) => `
            <intent-filter${isVerified ? ' android:autoVerify="true"' : ''}>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
${data.map((attributes) => `                <data ${attributes} />\n`).join('')}            </intent-filter>
`

/** Links to portals open in the app once Android has read at each of them that it may. */
const linkFilter = ({ linkHosts }: AppFacts) =>
  linkHosts.length === 0
    ? ''
    : openedBy(
        [
          'android:scheme="https"',
          ...linkHosts.map((host) => `android:host="${host}"`),
          ...appLinkPaths.map((path) => `android:pathPrefix="${path}"`),
        ],
        true,
      )

const permissions = `
    <uses-permission android:name="android.permission.CAMERA" />
    <uses-permission android:name="android.permission.NFC" />
    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
    <uses-feature android:name="android.hardware.camera" android:required="false" />
    <uses-feature android:name="android.hardware.nfc" android:required="false" />
`

const patchManifest = (text: string, facts: AppFacts) =>
  patchText(manifestFile, text, [
    // A backup would carry nothing that another phone could decrypt.
    { at: 'android:allowBackup="true"', put: instead('android:allowBackup="false"') },
    // For portals at private addresses; Android has no way to say so by network.
    { at: '<application\n', put: after('        android:usesCleartextTraffic="true"\n') },
    {
      at: '\n        </activity>',
      put: before(openedBy([`android:scheme="${facts.scheme}"`], false) + linkFilter(facts)),
    },
    { at: '<uses-permission android:name="android.permission.INTERNET" />\n', put: after(permissions) },
  ])

const patchVersion = (text: string, { version, build }: AppFacts) =>
  patchText('app/build.gradle', text, [
    { at: 'versionCode 1\n', put: instead(`versionCode ${build}\n`) },
    { at: 'versionName "1.0"', put: instead(`versionName "${version}"`) },
  ])

// The plugin that reads codes runs from this version of Android on.
const patchVariables = (text: string) =>
  patchText('variables.gradle', text, [{ at: 'minSdkVersion = 24', put: instead('minSdkVersion = 26') }])

/** The blue square and the letter of the portal’s icon, as Android draws icons: the square is cut to the phone’s shape. */
const iconForeground = `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="108dp"
    android:height="108dp"
    android:viewportWidth="32"
    android:viewportHeight="32">
    <group android:pivotX="16" android:pivotY="16" android:scaleX="0.6" android:scaleY="0.6">
        <path
            android:pathData="M10,8v16M22,8v16M10,16h12"
            android:strokeColor="#FFFFFF"
            android:strokeLineCap="round"
            android:strokeWidth="3" />
    </group>
</vector>
`

const icon = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ic_launcher_background" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_foreground" />
</adaptive-icon>
`

const patchBackground = (text: string) =>
  patchText('values/ic_launcher_background.xml', text, [{ at: '#FFFFFF', put: instead('#0461B1') }])

/** What is ours in the project that Capacitor makes: new texts of its files, from the old ones. */
export const androidPatches = (facts: AppFacts): Record<string, (text: string) => string> => ({
  [manifestFile]: (text) => patchManifest(text, facts),
  'app/build.gradle': (text) => patchVersion(text, facts),
  'variables.gradle': patchVariables,
  'app/src/main/res/values/ic_launcher_background.xml': patchBackground,
  'app/src/main/res/drawable-v24/ic_launcher_foreground.xml': () => iconForeground,
  'app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml': () => icon,
  'app/src/main/res/mipmap-anydpi-v26/ic_launcher_round.xml': () => icon,
})
