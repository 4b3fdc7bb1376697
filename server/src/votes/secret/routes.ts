import { readBytes, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { secretBallotsApi } from '@spacekeeper/contract/votes/secret-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { putBallot } from './ballot-box.ts'
import { getBallotKey, writeBallotFile } from './publication.ts'
import { signPapers } from './signing.ts'

export const secretVoteRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: secretBallotsApi,
    handlers: {
      getKey: ({ ctx, input }) => getBallotKey(ctx, input.motionId),
      signPapers: async ({ ctx, input }) => {
        const papers = input.papers.map((one) => ({ ...one, blinded: readBytes(one.blinded) }))
        const signed = await signPapers(ctx, { ...input, memberId: memberOf(ctx).id, papers })
        return { signatures: signed.map((one) => ({ ...one, signature: writeBytes(one.signature) })) }
      },
      putBallot: ({ ctx, input: { motionId, paper, signature, choice } }) =>
        putBallot(ctx, { motionId, paper: readBytes(paper), signature: readBytes(signature), choice }),
      downloadBallots: ({ ctx, input }) => writeBallotFile(ctx, { ...input, memberId: memberOf(ctx).id }),
    },
  })
