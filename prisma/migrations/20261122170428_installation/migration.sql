-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL CHECK ("id" = 1),
    "sealed_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);
