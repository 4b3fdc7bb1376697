import { Card, Group, Title, Button, Stack, Text, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#platform/ui/page.tsx'
import { memberCardsQuery } from '../api.ts'
import { AddCardForm } from './add-card-form.tsx'
import { ClaimCardDialog } from './claim-card-dialog.tsx'
import { MemberCardRow } from './member-card-row.tsx'
import { MemberPinRow } from './member-pin-row.tsx'

type Props = { memberId: number; mayChange: boolean }

/** The cards of a member, those that work and those that did. */
export const MemberCardsCard = ({ memberId, mayChange }: Props) => {
  const { t } = useTranslation('members')
  const cards = useQuery(memberCardsQuery(memberId))
  const [isClaiming, setClaiming] = useState(false)
  return (
    <Card component="section" aria-labelledby="member-cards">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id="member-cards">
          {t('cards')}
        </Title>
        {mayChange ? (
          <Button variant="default" onClick={() => setClaiming(true)}>
            {t('claimTitle')}
          </Button>
        ) : null}
      </Group>
      <Page query={cards}>
        {(known) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t(known.cards.length === 0 ? 'noCards' : 'cardActions')}
            </Text>
            {known.cards.map((card) => (
              <MemberCardRow key={card.id} card={card} memberId={memberId} mayChange={mayChange} />
            ))}
            {mayChange ? (
              <>
                <Divider />
                <AddCardForm memberId={memberId} />
              </>
            ) : null}
          </Stack>
        )}
      </Page>
      <MemberPinRow memberId={memberId} canChange={mayChange} />
      {isClaiming ? <ClaimCardDialog memberId={memberId} onClose={() => setClaiming(false)} /> : null}
    </Card>
  )
}
