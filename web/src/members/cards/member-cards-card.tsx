import { Anchor, Card, Group, Title, Button, Stack, Text, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Page } from '#platform/ui/page.tsx'
import { memberCardsQuery, memberPinQuery } from '../api.ts'
import { AddCardForm } from './add-card-form.tsx'
import { ClaimCardDialog } from './claim-card-dialog.tsx'
import { MemberCardRow } from './member-card-row.tsx'
import { MemberPinRow } from './member-pin-row.tsx'

type Props = {
  memberId: number
  mayChange: boolean
  /** Whether they have access to anything a card opens. */
  hasAccess: boolean
}

/** The cards of a member, those that work and those that did. */
export const MemberCardsCard = ({ memberId, mayChange, hasAccess }: Props) => {
  const { t } = useTranslation('members')
  const mayGrant = isStaffFor(useProfile(), 'access')
  const cards = useQuery(memberCardsQuery(memberId))
  const pin = useQuery(memberPinQuery(memberId)).data
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
            {!hasAccess && known.cards.some(({ state }) => state === 'active') ? (
              <Text size="sm">
                {t('cardsOpenNothing')}{' '}
                {mayGrant ? (
                  <Anchor
                    inherit
                    underline="always"
                    renderRoot={(props) => (
                      <Link
                        to="/manage/members/$memberId"
                        params={{ memberId: String(memberId) }}
                        search={{ tab: 'access' }}
                        {...props}
                      />
                    )}
                  >
                    {t('giveAccess')}
                  </Anchor>
                ) : null}
              </Text>
            ) : null}
            {mayChange ? (
              <>
                <Divider />
                <AddCardForm memberId={memberId} />
              </>
            ) : null}
          </Stack>
        )}
      </Page>
      {pin ? <MemberPinRow memberId={memberId} setAt={pin.setAt} canChange={mayChange} /> : null}
      {isClaiming ? <ClaimCardDialog memberId={memberId} onClose={() => setClaiming(false)} /> : null}
    </Card>
  )
}
