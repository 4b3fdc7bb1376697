import { NativeSelect, Text } from '@mantine/core'
import type { KeyLapse, KeyOwner } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { keyOwnersQuery } from '../api.ts'

type KeyOwnerDialogProps = {
  /** What the key is called. */
  name: string
  isApiKey?: boolean
  give: (memberId: number) => Promise<void>
  onClose: () => void
}

const Owner = z.object({ memberId: z.string() })

/** Asks who answers for a key from now on: staff themselves, and for administrators everyone who looks after devices. */
export const KeyOwnerDialog = ({ name, isApiKey = false, give, onClose }: KeyOwnerDialogProps) => {
  const { t } = useTranslation('devices')
  const query = useQuery(keyOwnersQuery)
  const profile = useProfile()
  return (
    <BasicDialog title={t('ownerTitle', { name })} size={480} onClose={onClose}>
      <Page query={query}>
        {({ owners }) => {
          const [first] = owners
          const own = owners.find(({ id }) => id === profile?.id) ?? first
          return (
            <DialogForm
              action={t('ownerSave')}
              initial={{ memberId: String(own?.id ?? '') }}
              schema={Owner}
              submit={({ memberId }) => give(Number(memberId))}
              onClose={onClose}
            >
              {({ field }) => (
                <>
                  <Text size="sm">{t(isApiKey ? 'ownerApiText' : 'ownerText')}</Text>
                  <NativeSelect
                    {...field('memberId')}
                    label={t('owner')}
                    data={owners.map((owner) => ({ value: String(owner.id), label: owner.name }))}
                    data-autofocus
                  />
                  <Text size="sm" c="dimmed">
                    {t('ownerKnows')}
                  </Text>
                </>
              )}
            </DialogForm>
          )
        }}
      </Page>
    </BasicDialog>
  )
}

const lapseWords = {
  suspended: 'ownerSuspended',
  noPermission: 'ownerNoPermission',
  closed: 'ownerClosed',
} as const satisfies Record<KeyLapse, string>

/** Says why the owner of a key no longer answers for it; nothing while they do. */
export const KeyOwnerStatus = ({ owner }: { owner: KeyOwner | null }) => {
  const { t } = useTranslation('devices')
  if (owner === null || owner.lapse === null) return null
  return <Status kind="warning">{t(lapseWords[owner.lapse], { name: owner.name })}</Status>
}
