import { Button, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { renewSecret } from './api.ts'
import { SiteSecret } from './site-secret-card.tsx'

type Props = { site: { id: number; name: string }; onClose: () => void }

/** Makes a new secret for a site after a question, and shows it this once. */
export const SecretDialog = ({ site, onClose }: Props) => {
  const { t } = useTranslation('openid')
  const [secret, setSecret] = useState<string | null>(null)
  const isMade = useRef(false)
  if (secret !== null)
    return (
      <BasicDialog title={t('renewedTitle', { name: site.name })} onClose={onClose} closeOnClickOutside={false}>
        <Stack gap="md">
          <SiteSecret secret={secret} />
          <Button onClick={onClose}>{t('done')}</Button>
        </Stack>
      </BasicDialog>
    )
  return (
    <ConfirmDialog
      title={t('renewTitle', { name: site.name })}
      text={t('renewText')}
      action={t('renew')}
      isDangerous
      run={async () => {
        const renewed = await renewSecret({ siteId: site.id })
        isMade.current = true
        setSecret(renewed.secret)
      }}
      // The question closes by itself once it is answered; the secret stays until it was read.
      onClose={() => isMade.current || onClose()}
    />
  )
}
