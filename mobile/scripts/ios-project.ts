import type { AppFacts } from '../capacitor.config.ts'
import { after, before, instead, patchText } from './patch-text.ts'

export const infoFile = 'App/App/Info.plist'
export const entitlementsFile = 'App/App/App.entitlements'

const info = ({ name, scheme, id }: AppFacts) => `	<key>CFBundleURLTypes</key>
	<array>
		<dict>
			<key>CFBundleURLName</key>
			<string>${id}</string>
			<key>CFBundleURLSchemes</key>
			<array>
				<string>${scheme}</string>
			</array>
		</dict>
	</array>
	<key>ITSAppUsesNonExemptEncryption</key>
	<false/>
	<key>NFCReaderUsageDescription</key>
	<string>${name} reads the number of an access card, so that it need not be typed.</string>
	<key>NSAppTransportSecurity</key>
	<dict>
		<key>NSAllowsLocalNetworking</key>
		<true/>
	</dict>
	<key>NSCameraUsageDescription</key>
	<string>${name} scans the code that connects it to the portal of your space.</string>
	<key>NSLocalNetworkUsageDescription</key>
	<string>${name} connects to a portal that is in the network of your space.</string>
`

const entitlements = ({ linkHosts }: AppFacts) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>aps-environment</key>
	<string>development</string>
	<key>com.apple.developer.associated-domains</key>
	<array>
${linkHosts.map((host) => `		<string>applinks:${host}</string>\n`).join('')}	</array>
	<key>com.apple.developer.nfc.readersession.formats</key>
	<array>
		<string>TAG</string>
	</array>
</dict>
</plist>
`

/** Hands what Apple’s push service says to the plugin. */
const pushMethods = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`

const patchProject = (text: string, { version, build }: AppFacts) =>
  patchText('project.pbxproj', text, [
    {
      at: 'INFOPLIST_FILE = App/Info.plist;',
      times: 2,
      put: before('CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\t'),
    },
    { at: 'MARKETING_VERSION = 1.0;', times: 2, put: instead(`MARKETING_VERSION = ${version};`) },
    { at: 'CURRENT_PROJECT_VERSION = 1;', times: 2, put: instead(`CURRENT_PROJECT_VERSION = ${build};`) },
  ])

/** What is ours in the project that Capacitor makes; the entitlements are a file it does not have. */
export const iosPatches = (facts: AppFacts): Record<string, (text: string) => string> => ({
  [infoFile]: (text) => patchText(infoFile, text, [{ at: '	<key>CFBundleVersion</key>', put: before(info(facts)) }]),
  [entitlementsFile]: () => entitlements(facts),
  'App/App/AppDelegate.swift': (text) =>
    patchText('AppDelegate.swift', text, [{ at: '    var window: UIWindow?\n', put: after(pushMethods) }]),
  'App/App.xcodeproj/project.pbxproj': (text) => patchProject(text, facts),
})
