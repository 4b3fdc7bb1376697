import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { saveGrants } from './api.ts'

type OneGrant = { member: PickedMember; isGranted: boolean }

/** Gives one member a device, or takes it away, at once; it can be undone. */
export const useOneGrant = (device: Pick<Device, 'id' | 'name'>) => {
  const { t } = useTranslation('devices')
  const save = useMutation({
    mutationFn: ({ member, isGranted }: OneGrant) => saveGrants(member.id, [{ deviceId: device.id, isGranted }]),
    onSuccess: (_, { member, isGranted }) => {
      const text = t(isGranted ? 'given' : 'taken', { name: member.name, device: device.name })
      notify.done({ text, undo: () => save.mutate({ member, isGranted: !isGranted }) })
    },
    onError: notify.failed,
  })
  return {
    busyId: save.isPending ? save.variables.member.id : null,
    set: (member: PickedMember, isGranted: boolean) => {
      if (!save.isPending) save.mutate({ member, isGranted })
    },
  }
}
