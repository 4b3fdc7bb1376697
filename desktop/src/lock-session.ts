import { chooseSerialPort, isOfPortal, mayAsk } from './rules.ts'
import type { SessionSurface } from './surface.ts'

/** Everything a page could ask of the computer is refused, but the card reader; nothing is saved on it. */
export function lockSession(session: SessionSurface, portal: URL): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(mayAsk(permission, details.requestingUrl ?? '', portal)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayAsk(permission, origin, portal))
  session.setDevicePermissionHandler(({ deviceType, origin }) => deviceType !== 'usb' && isOfPortal(origin, portal))
  session.on('will-download', (event) => event.preventDefault())
  session.on('select-serial-port', (event, ports, _contents, callback) => {
    event.preventDefault()
    callback(chooseSerialPort(ports))
  })
  session.on('select-hid-device', (event, { deviceList }, callback) => {
    event.preventDefault()
    callback(deviceList[0]?.deviceId ?? null)
  })
}
