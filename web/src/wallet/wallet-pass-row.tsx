import { Button, Text } from '@mantine/core'
import type { WalletPass } from '@spacekeeper/contract/wallet/shapes.ts'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { removePass } from './api.ts'
import classes from './wallet.module.css'

/** The digital ID in one kind of wallet: since when, on how many devices, and its end. */
export const WalletPassRow = ({ pass }: { pass: WalletPass }) => {
  const { t } = useTranslation('wallet')
  const [isAsked, setAsked] = useState(false)
  const { kind, addedAt, devices, failure } = pass
  const name = t(`name.${kind}`)
  const remove = async () => {
    try {
      await removePass({ passId: pass.id })
    } catch (error) {
      // It was removed already, perhaps in another window.
      if (!hasCode(error, 'notFound')) throw error
      await refreshDomains('wallet')
    }
    notify.done({ text: t('removed', { name }) })
  }
  return (
    <li className={classes.pass}>
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <Text size="sm" c="dimmed">
          {t('added', { moment: formatMoment(addedAt) })}
        </Text>
        {kind === 'apple' ? (
          <Text size="sm" c="dimmed">
            {t('devices', { count: devices.length })}
          </Text>
        ) : null}
        {failure ? <Status kind="warning">{t(`failure.${failure}`)}</Status> : null}
      </div>
      <Button size="xs" variant="default" aria-label={t('removeNamed', { name })} onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          action={t('remove')}
          isDangerous
          run={remove}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </li>
  )
}
