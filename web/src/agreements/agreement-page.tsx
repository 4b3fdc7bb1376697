import { Button, Card, Group, Stack, Title } from '@mantine/core'
import type { AgreementSummary } from '@spacekeeper/contract/agreements/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { AgreementDialog } from './agreement-dialog.tsx'
import { agreementQuery, agreementsQuery, setArchived } from './api.ts'
import { AudienceDialog } from './audience-dialog.tsx'
import { PeopleCard } from './people-card.tsx'
import { VersionsList } from './versions-list.tsx'

type AgreementPageDialog = 'version' | 'audience' | 'archive' | null

/** One agreement: its texts, who signed and who is missing. */
const AgreementPage = () => {
  const { t } = useTranslation('agreements')
  const agreementId = Number(Route.useParams().agreementId)
  const query = useQuery(agreementQuery(agreementId))
  const { data: list } = useQuery(agreementsQuery)
  const [dialog, setDialog] = useState<AgreementPageDialog>(null)
  const close = () => setDialog(null)
  const agreement = list?.agreements.find(({ id }) => id === agreementId)
  const plans = list?.plans ?? []
  const turn = (isArchived: boolean) => setArchived({ agreementId, isArchived })
  return (
    <Page query={query}>
      {({ versions }) => {
        const [newest] = versions
        return (
          <Stack gap="md">
            <Card component="section" aria-labelledby="texts">
              <Stack gap="md">
                <Title order={2} id="texts">
                  {t('textsHeading')}
                </Title>
                <VersionsList versions={versions} />
                {agreement ? (
                  <Acts agreement={agreement} onOpen={setDialog} onRestore={() => void turn(false)} />
                ) : null}
              </Stack>
            </Card>
            <PeopleCard agreementId={agreementId} />
            {dialog === 'version' && newest ? (
              <AgreementDialog plans={plans} of={{ agreementId, newest }} onClose={close} />
            ) : null}
            {dialog === 'audience' && agreement ? (
              <AudienceDialog agreement={agreement} plans={plans} onClose={close} />
            ) : null}
            {dialog === 'archive' && agreement ? (
              <ConfirmDialog
                title={t('archiveTitle', { title: agreement.title })}
                text={t('archiveText')}
                action={t('archive')}
                run={() => turn(true)}
                onClose={close}
              />
            ) : null}
          </Stack>
        )
      }}
    </Page>
  )
}

type ActsProps = { agreement: AgreementSummary; onOpen: (dialog: AgreementPageDialog) => void; onRestore: () => void }

const Acts = ({ agreement, onOpen, onRestore }: ActsProps) => {
  const { t } = useTranslation('agreements')
  if (agreement.isArchived) {
    return (
      <Group>
        <Button variant="default" onClick={onRestore}>
          {t('restore')}
        </Button>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      <Button onClick={() => onOpen('version')}>{t('writeNew')}</Button>
      <Button variant="default" onClick={() => onOpen('audience')}>
        {t('changeAudience')}
      </Button>
      <Button variant="default" onClick={() => onOpen('archive')}>
        {t('archive')}
      </Button>
    </Group>
  )
}

export const Route = createFileRoute('/manage/agreements/$agreementId')({
  component: AgreementPage,
  staticData: {
    title: 'agreements:titleManage',
    loggedIn: true,
    staff: 'members',
    hiddenMenu: true,
    backButton: '/manage/agreements',
  },
})
