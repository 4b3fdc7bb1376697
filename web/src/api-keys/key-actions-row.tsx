import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { KeyOwnerDialog } from '../devices/keys/key-owner-dialog.tsx'

type KeyActionsProps = {
  /** What the key is for, or whose it is. */
  name: string
  isApiKey: boolean
  /** Both resolve once the lists are asked again. */
  give: (memberId: number) => Promise<unknown>
  revoke: () => Promise<unknown>
}

/** What staff do with a key that works or has lost its owner. */
export const KeyActions = ({ name, isApiKey, give, revoke }: KeyActionsProps) => {
  const { t } = useTranslation('apiKeys')
  const [open, setOpen] = useState<'owner' | 'revoke' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="default" aria-label={t('ownerWhich', { name })} onClick={() => setOpen('owner')}>
        {t('changeOwner')}
      </Button>
      <Button variant="default" aria-label={t('revokeWhich', { name })} onClick={() => setOpen('revoke')}>
        {t('revoke')}
      </Button>
      {open === 'owner' ? (
        <KeyOwnerDialog
          name={name}
          isApiKey={isApiKey}
          give={async (memberId) => {
            await give(memberId)
            notify.done({ text: t('given', { name }) })
          }}
          onClose={close}
        />
      ) : null}
      {open === 'revoke' ? (
        <ConfirmDialog
          title={t('revokeTitle', { name })}
          text={t(isApiKey ? 'revokeText' : 'revokeDeviceText')}
          action={t('revoke')}
          isDangerous
          run={async () => {
            await revoke()
            notify.done({ text: t('revoked', { name }) })
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}
