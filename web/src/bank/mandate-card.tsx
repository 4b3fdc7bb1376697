import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Mandate, MandateOffer } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bank, mandateQuery } from './api.ts'
import { MandateDialog } from './mandate-dialog.tsx'

/** A member's mandate for direct debits, where the space offers them; nothing where it does not. */
export const MandateCard = () => {
  const { t } = useTranslation('bank')
  const { data } = useQuery(mandateQuery)
  const [open, setOpen] = useState<'give' | 'end' | null>(null)
  if (!data || (!data.offer && !data.mandate)) return null
  const { offer, mandate } = data
  return (
    <Card component="section" aria-labelledby="mandate">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="mandate">
          {t('mandateTitle')}
        </Title>
        {mandate ? <Facts mandate={mandate} offer={offer} /> : null}
        {offer && !mandate ? <Text>{t('mandateOffer', { creditor: offer.creditorName })}</Text> : null}
        <Group gap="xs">
          {offer ? (
            <Button variant={mandate ? 'default' : 'filled'} onClick={() => setOpen('give')}>
              {t(mandate ? 'mandateReplace' : 'mandateGive')}
            </Button>
          ) : null}
          {mandate ? (
            <Button variant="subtle" onClick={() => setOpen('end')}>
              {t('mandateEnd')}
            </Button>
          ) : null}
        </Group>
      </Stack>
      {open === 'give' && offer ? <MandateDialog offer={offer} onClose={() => setOpen(null)} /> : null}
      {open === 'end' && mandate ? <EndDialog mandate={mandate} onClose={() => setOpen(null)} /> : null}
    </Card>
  )
}

const Facts = ({ mandate, offer }: { mandate: Mandate; offer: MandateOffer | null }) => {
  const { t } = useTranslation('bank')
  const { account, holder, reference, signedAt } = mandate
  return (
    <Stack gap={4}>
      <Status kind="fine">{t('mandateInForce', { account })}</Status>
      <Text size="sm" c="dimmed">
        {t('mandateFacts', { holder, reference, day: formatDate(signedAt) })}{' '}
        {offer ? t('mandateNotice', { count: offer.noticeDays }) : null}
      </Text>
    </Stack>
  )
}

const EndDialog = ({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  return (
    <ConfirmDialog
      title={t('mandateEndTitle')}
      text={t('mandateEndText', { account: mandate.account })}
      action={t('mandateEnd')}
      isDangerous
      run={async () => {
        await bank.revokeMandate()
        notify.done({ text: t('mandateEnded') })
      }}
      onClose={onClose}
    />
  )
}
