import { Card, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { ownAgreementsQuery } from './api.ts'
import { GuardianWaitCard } from './guardian-wait-card.tsx'
import { SignForm } from './sign-form.tsx'
import { WordingCard } from './wording-card.tsx'

/** What the member has to read and sign now, and the guardian they wait for; nothing where there is neither. */
export const DueCard = ({ onSigned }: { onSigned?: () => void }) => {
  const { t } = useTranslation('agreements')
  const query = useQuery(ownAgreementsQuery)
  const fullName = useProfile()?.fullName ?? ''
  return (
    <Page query={query}>
      {({ due, guardian, isMinor }) => (
        <Stack gap="md">
          {due.length > 0 ? (
            <Card component="section" aria-labelledby="due-agreements">
              <Stack gap="md">
                <Title order={2} id="due-agreements">
                  {t('dueHeading')}
                </Title>
                {due.map((one) => (
                  <WordingCard key={one.versionId} title={one.title} text={one.text} isChanged={one.isChanged} />
                ))}
                <SignForm due={due} isMinor={isMinor} fullName={fullName} onSigned={onSigned} />
              </Stack>
            </Card>
          ) : null}
          {guardian ? <GuardianWaitCard guardian={guardian} /> : null}
        </Stack>
      )}
    </Page>
  )
}
