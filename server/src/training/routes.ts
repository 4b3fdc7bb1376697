import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { importAwards } from './award-import.ts'
import { awardByStaff, endAward, listCertificateHolders, listMemberAwards } from './awards.ts'
import { createCertificate, listCertificates, setCertificateArchived, updateCertificate } from './certificates.ts'
import { getContent, getCourse, saveContent, uploadCoursePicture } from './courses.ts'
import { checkCourse } from './inductions.ts'
import { getOwnTraining } from './member-certificates.ts'
import { answerQuiz } from './quizzes.ts'
import { listRequirements, setRequirements } from './requirements.ts'
import { awardAsTrainer, findLearners, setTrainers } from './trainers.ts'

export const trainingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: trainingApi,
    handlers: {
      listCertificates: async ({ ctx }) => ({ certificates: await listCertificates(ctx) }),
      addCertificate: async ({ ctx, input }) => ({ id: await createCertificate(ctx, input) }),
      updateCertificate: ({ ctx, input: { certificateId, ...details } }) =>
        updateCertificate(ctx, { certificateId, details }),
      setArchived: ({ ctx, input }) => setCertificateArchived(ctx, input),
      getContent: ({ ctx, input }) => getContent(ctx, input.certificateId),
      saveContent: ({ ctx, input }) => saveContent(ctx, input),
      uploadPicture: ({ ctx, input }) => uploadCoursePicture(ctx, input),
      setTrainers: ({ ctx, input }) => setTrainers(ctx, input),
      listHolders: ({ ctx, input }) => listCertificateHolders(ctx, input),
      listMemberAwards: async ({ ctx, input }) => ({ awards: await listMemberAwards(ctx, input.memberId) }),
      award: async ({ ctx, input }) => ({ id: await awardByStaff(ctx, input) }),
      importAwards: ({ ctx, input }) => importAwards(ctx, input),
      endAward: ({ ctx, input }) => endAward(ctx, input),
      listRequirements: async ({ ctx, input }) => ({ certificates: await listRequirements(ctx, input.deviceId) }),
      setRequirements: ({ ctx, input }) => setRequirements(ctx, input),
      getOwn: ({ ctx }) => getOwnTraining(ctx),
      getCourse: ({ ctx, input }) => getCourse(ctx, input.certificateId),
      answerQuiz: ({ ctx, input }) => answerQuiz(ctx, input),
      checkCourse: ({ ctx, input }) => checkCourse(ctx, input.certificateId),
      findLearners: async ({ ctx, input }) => ({ members: await findLearners(ctx, input.text) }),
      awardAsTrainer: ({ ctx, input }) => awardAsTrainer(ctx, input),
    },
  })
