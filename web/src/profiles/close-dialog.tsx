import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Closing } from '@spacekeeper/contract/profiles.ts'
import { formatMoney } from '#platform/i18n/format.ts'
import { useSite } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { closingQuery } from './api.ts'
import { CloseForm } from './close-form.tsx'
import classes from './profiles.module.css'

/** Says what happens to what, then asks for the password and for the words that show that one means it. */
export const CloseDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('closeHeading')}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Closable onClose={onClose} />
    </Modal>
  )
}

const Closable = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  return (
    <Page query={useQuery(closingQuery)} skeleton={<RowsSkeleton rows={4} />}>
      {(closing) =>
        closing.isLastAdministrator ? (
          <Stack gap={18}>
            <Status kind="refused">{t('closeLastAdministrator')}</Status>
            <Text size="sm">{t('closeLastAdministratorHint')}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack gap={18}>
            <Consequences closing={closing} />
            <CloseForm onClose={onClose} />
          </Stack>
        )
      }
    </Page>
  )
}

const Consequences = ({ closing }: { closing: Closing }) => {
  const { t } = useTranslation('profiles')
  const site = useSite()
  const { cards, devices, isOnSite, balanceCents, isSuspended } = closing
  const hasBalance = balanceCents !== 0 || site.features.enableMemberBucks
  const amount = formatMoney(Math.abs(balanceCents), site.general.siteLocaleCurrency)
  const now = [
    t('closeNowAccount'),
    `${t('closeNowCards', { count: cards })} ${t('closeNowDevices', { count: devices })}`,
    ...(isOnSite ? [t('closeNowVisit')] : []),
    t('closeNowErased'),
  ]
  const kept = [
    t('closeKeptHistory'),
    ...(hasBalance ? [t(balanceCents < 0 ? 'closeKeptDebt' : 'closeKeptBalance', { amount })] : []),
    t('closeKeptMessages'),
    t('closeKeptAudit'),
    ...(isSuspended ? [t('closeKeptSuspension')] : []),
  ]
  return (
    <>
      <Facts title={t('closeNow')} facts={now} />
      <Facts title={t('closeKept')} facts={kept} />
      <Text size="sm">{t('closeFirst')}</Text>
    </>
  )
}

const Facts = ({ title, facts }: { title: string; facts: readonly string[] }) => (
  <div>
    <Text fw={600}>{title}</Text>
    <ul className={classes.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </div>
)
