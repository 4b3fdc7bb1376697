import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty } from '#platform/ui/page.tsx'
import { ownAgreementsQuery } from './api.ts'
import { DueCard } from './due-card.tsx'
import { MyAgreementsCard } from './my-agreements-card.tsx'

/** What the member has to sign, and what they signed. */
const AgreementsPage = () => {
  const { t } = useTranslation('agreements')
  const { data } = useQuery(ownAgreementsQuery)
  const isDone = data !== undefined && data.due.length === 0 && data.guardian === null
  return (
    <Stack gap="md" maw={720}>
      {isDone ? <Empty title={t('nothingDue')} text={t('nothingDueText')} /> : <DueCard />}
      <MyAgreementsCard />
    </Stack>
  )
}

export const Route = createFileRoute('/account/agreements')({
  component: AgreementsPage,
  staticData: {
    title: 'agreements:titleAgreements',
    loggedIn: true,
    hiddenMenu: true,
    backButton: '/account/profile',
  },
})
