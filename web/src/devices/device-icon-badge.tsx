import { IconCoffee, IconDoor, IconTool } from '@tabler/icons-react'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'

const icons = { door: IconDoor, interlock: IconTool, memberbucks: IconCoffee } as const satisfies Record<
  DeviceKind,
  unknown
>

/** The picture of a kind of device. */
export const DeviceIconBadge = ({ kind }: { kind: DeviceKind }) => {
  const Icon = icons[kind]
  return <Icon size={20} stroke={1.7} color="var(--dim)" aria-hidden style={{ flex: 'none' }} />
}
