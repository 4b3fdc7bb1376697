import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiKey } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { checkInduction } from './api.ts'

const pollMs = 10_000

/** Where the induction is done elsewhere, it is asked for while this is on the screen, and no longer. */
const useInductionCheck = (isElsewhere: boolean) => {
  const query = useQuery({
    queryKey: [...apiKey(api.signup.checkInduction)],
    queryFn: () => checkInduction(),
    enabled: isElsewhere,
    refetchInterval: (state) => (state.state.data?.success ? false : pollMs),
    gcTime: 0,
    retry: false,
  })
  const { success: isPassed = false, score = 0 } = query.data ?? {}
  // The course can be done while the induction waits for agreements, so the score is watched as well.
  useEffect(() => {
    if (isPassed || score > 0) void refreshDomains('signup', 'agreements', 'billing', 'home', 'profile')
  }, [isPassed, score])
  return query
}

type Props = { induction: NonNullable<OwnSignup['induction']> }

/** The induction: a course here, one elsewhere, or with a person. */
export const InductionCard = ({ induction }: Props) => {
  const { t } = useTranslation('signup')
  const { certificateId, name, course, url, bookingUrl } = induction
  const isElsewhere = course === 'moodle' || course === 'canvas'
  const email = useProfile()?.email ?? ''
  const check = useInductionCheck(isElsewhere)
  const isWithPerson = course !== 'builtIn' && url === ''
  return (
    <Card component="section" aria-labelledby="induction">
      <Stack gap="md" align="flex-start">
        <Title order={2} id="induction">
          {t('inductionHeading')}
        </Title>
        <Text>{name === null ? t('inductionText') : t('inductionNamed', { name })}</Text>
        {isWithPerson ? <Text>{t('inductionPerson')}</Text> : null}
        {isElsewhere ? <Text c="dimmed">{t('inductionSameEmail', { email })}</Text> : null}
        <Group gap="sm">
          {course === 'builtIn' && certificateId !== null ? (
            <Button
              renderRoot={(props) => (
                <Link
                  to="/account/training/$certificateId"
                  params={{ certificateId: String(certificateId) }}
                  {...props}
                />
              )}
            >
              {t('inductionOpen')}
            </Button>
          ) : null}
          {url === '' ? null : (
            <Button component="a" href={url} target="_blank" rel="noreferrer">
              {t('inductionOpen')}
            </Button>
          )}
          {bookingUrl === '' ? null : (
            <Anchor href={bookingUrl} target="_blank" rel="noreferrer">
              {t('inductionBook')}
            </Anchor>
          )}
        </Group>
        {isElsewhere ? (
          <Stack gap="xs" role="status">
            <Text size="sm">{t('inductionWaiting')}</Text>
            {check.data ? <Text size="sm">{t('inductionScore', { percent: check.data.score })}</Text> : null}
            <FormError>{check.error ? errorText(check.error) : null}</FormError>
            <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
              {t('inductionCheck')}
            </Button>
          </Stack>
        ) : null}
      </Stack>
    </Card>
  )
}
